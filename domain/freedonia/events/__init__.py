"""What happens in Freedonia, and who learns what of it (FRE-SECRET-01..04)."""

from domain.freedonia.events.course import (
    CardAged as CardAged,
)
from domain.freedonia.events.course import (
    CardLeft as CardLeft,
)
from domain.freedonia.events.course import (
    CountMoved as CountMoved,
)
from domain.freedonia.events.course import (
    ElectionHeld as ElectionHeld,
)
from domain.freedonia.events.course import (
    ElectionSuspended as ElectionSuspended,
)
from domain.freedonia.events.course import (
    GameEnded as GameEnded,
)
from domain.freedonia.events.course import (
    GoalsChecked as GoalsChecked,
)
from domain.freedonia.events.course import (
    MatchStarted as MatchStarted,
)
from domain.freedonia.events.course import (
    OrderGranted as OrderGranted,
)
from domain.freedonia.events.course import (
    TermEnded as TermEnded,
)
from domain.freedonia.events.course import (
    YearTurned as YearTurned,
)
from domain.freedonia.events.hands import (
    CardsDrawn as CardsDrawn,
)
from domain.freedonia.events.hands import (
    CardsShed as CardsShed,
)
from domain.freedonia.events.hands import (
    DeckShuffled as DeckShuffled,
)
from domain.freedonia.events.hands import (
    FavourCalled as FavourCalled,
)
from domain.freedonia.events.hands import (
    OpeningSwapChosen as OpeningSwapChosen,
)
from domain.freedonia.events.hands import (
    OpeningSwapped as OpeningSwapped,
)
from domain.freedonia.events.hands import (
    ShedChosen as ShedChosen,
)
from domain.freedonia.events.hands import (
    ShedDue as ShedDue,
)
from domain.freedonia.events.laying import (
    CardLaid as CardLaid,
)
from domain.freedonia.events.laying import (
    DecoyLaid as DecoyLaid,
)
from domain.freedonia.events.laying import (
    FiatGained as FiatGained,
)
from domain.freedonia.events.laying import (
    LaySealed as LaySealed,
)
from domain.freedonia.events.laying import (
    LaysShown as LaysShown,
)
from domain.freedonia.events.laying import (
    LayTakenBack as LayTakenBack,
)
from domain.freedonia.events.laying import (
    OrderPlayed as OrderPlayed,
)
from domain.freedonia.events.laying import (
    OrderStaged as OrderStaged,
)
from domain.freedonia.events.laying import (
    OrderUnstaged as OrderUnstaged,
)
from domain.freedonia.events.reveal import (
    CardCaptured as CardCaptured,
)
from domain.freedonia.events.reveal import (
    CardStands as CardStands,
)
from domain.freedonia.events.reveal import (
    CardTurnedUp as CardTurnedUp,
)
from domain.freedonia.events.reveal import (
    DecoyTurnedUp as DecoyTurnedUp,
)
from domain.freedonia.events.reveal import (
    MuzzleStarted as MuzzleStarted,
)
from domain.freedonia.events.reveal import (
    NumbersShown as NumbersShown,
)
from domain.freedonia.events.reveal import (
    RecordCalled as RecordCalled,
)
from domain.freedonia.events.reveal import (
    VenueDecided as VenueDecided,
)
from domain.freedonia.events.reveal import (
    VenueOpened as VenueOpened,
)
from domain.freedonia.events.words import (
    Breakdown as Breakdown,
)
from domain.freedonia.events.words import (
    CallOutcome as CallOutcome,
)
from domain.freedonia.events.words import (
    Cause as Cause,
)
from domain.freedonia.events.words import (
    Covered as Covered,
)
from domain.freedonia.events.words import (
    Destination as Destination,
)
from domain.freedonia.events.words import (
    Ending as Ending,
)
from domain.freedonia.events.words import (
    GoalCheck as GoalCheck,
)
from domain.freedonia.events.words import (
    Leaving as Leaving,
)
from domain.freedonia.events.words import (
    Part as Part,
)
from domain.freedonia.events.words import (
    Uncovered as Uncovered,
)
from domain.kernel.audience import Event

EVENTS: tuple[type[Event], ...] = (
    MatchStarted,
    DeckShuffled,
    CardsDrawn,
    OpeningSwapChosen,
    OpeningSwapped,
    YearTurned,
    OrderGranted,
    TermEnded,
    CountMoved,
    CardAged,
    CardLeft,
    ShedDue,
    ShedChosen,
    CardsShed,
    FavourCalled,
    CardLaid,
    DecoyLaid,
    LayTakenBack,
    OrderStaged,
    OrderUnstaged,
    LaySealed,
    OrderPlayed,
    FiatGained,
    LaysShown,
    VenueOpened,
    CardTurnedUp,
    DecoyTurnedUp,
    MuzzleStarted,
    RecordCalled,
    VenueDecided,
    CardCaptured,
    CardStands,
    NumbersShown,
    ElectionHeld,
    ElectionSuspended,
    GoalsChecked,
    GameEnded,
)
