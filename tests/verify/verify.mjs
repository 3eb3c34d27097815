// A second verifier, written from docs/verify.md alone: node verify.mjs FILE [RECEIPT]
// It shares no code with the service and needs no packages. It checks the chain, the pack, the commitment,
// the opened secret and every draw; it knows no game, so it does not play the rules again.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const hmac = (key, said) => createHmac("sha256", key).update(said).digest();
const u64 = (n) => Buffer.from(n.toString(16).padStart(16, "0"), "hex");
const sized = (part) => Buffer.concat([u64(part.length), part]);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

class Fault extends Error {
    constructor(kind, commit) { super(`fault ${kind} ${commit}`); }
}

// --- MessagePack: what the stored envelopes and events use of it -------------------------------------

function unpack(bytes) {
    let at = 0;
    const take = (n) => {
        if (at + n > bytes.length) throw new RangeError("cut short");
        return bytes.subarray(at, (at += n));
    };
    const uint = (n) => Number(take(n).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n));
    const int = (n) => Number(BigInt.asIntN(8 * n, take(n).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)));
    const list = (n) => Array.from({ length: n }, value);
    const map = (n) => Object.fromEntries(Array.from({ length: n }, () => [value(), value()]));
    function value() {
        const tag = uint(1);
        if (tag < 0x80) return tag;
        if (tag < 0x90) return map(tag & 15);
        if (tag < 0xa0) return list(tag & 15);
        if (tag < 0xc0) return take(tag & 31).toString();
        if (tag >= 0xe0) return tag - 256;
        switch (tag) {
            case 0xc0: return null;
            case 0xc2: return false;
            case 0xc3: return true;
            case 0xc4: case 0xc5: case 0xc6: return take(uint(1 << (tag - 0xc4)));
            case 0xca: return take(4).readFloatBE();
            case 0xcb: return take(8).readDoubleBE();
            case 0xcc: case 0xcd: case 0xce: case 0xcf: return uint(1 << (tag - 0xcc));
            case 0xd0: case 0xd1: case 0xd2: case 0xd3: return int(1 << (tag - 0xd0));
            case 0xd9: case 0xda: case 0xdb: return take(uint(1 << (tag - 0xd9))).toString();
            case 0xdc: case 0xdd: return list(uint(2 << (tag - 0xdc)));
            case 0xde: case 0xdf: return map(uint(2 << (tag - 0xde)));
            default: throw new RangeError(`tag ${tag}`);
        }
    }
    return value();
}

// --- chance --------------------------------------------------------------------------------------------

function* words(key, commit, purpose, n) {
    for (let block = 0; ; block++) {
        const digest = hmac(key, `${commit}|${purpose}|${n}|${block}`);
        for (let at = 0; at < 32; at += 8) yield digest.readBigUInt64BE(at);
    }
}

function below(stream, bound) {
    const all = 1n << 64n, limit = all - (all % BigInt(bound));
    for (;;) {
        const word = stream.next().value;
        if (word < limit) return Number(word % BigInt(bound));
    }
}

function permutation(stream, size) {
    const order = Array.from({ length: size }, (_, place) => place);
    for (let last = size - 1; last > 0; last--) {
        const other = below(stream, last + 1);
        [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
}

function drawn(key, commit, [purpose, kind, bound, result], n) {
    const stream = words(key, commit, purpose, n);
    if (kind === "pick" && bound > 0) return below(stream, bound);
    return kind === "shuffle" && bound === result.length ? permutation(stream, bound) : null;
}

// --- the archive ---------------------------------------------------------------------------------------

function checkChain(match, commits) {
    let hash = sha256(Buffer.from(`conclave/1|${match}`)), commands = new Set();
    commits.forEach((commit, place) => {
        if (commit.number !== place + 1) throw new Fault("order", place + 1);
        const parts = [commit.c, commit.k, ...commit.d, commit.x === null ? Buffer.alloc(0) : Buffer.from(commit.x)];
        hash = sha256(hash, u64(commit.number), ...parts.map(sized));
        if (hash.toString("hex") !== commit.h) throw new Fault("chain", commit.number);
        if (commit.x !== null && place + 1 < commits.length) throw new Fault("closing", commit.number);
        if (commands.size === commands.add(commit.c.toString("hex")).size) throw new Fault("twice", commit.number);
    });
}

function checkDraws(secret, commit, chairs) {
    const brought = chairs.flatMap(({ entropy }) => [Buffer.from([entropy.length]), entropy]);
    const key = hmac(secret, Buffer.concat(brought)), draws = commit.envelope.draws ?? [], earlier = {};
    for (const draw of draws) {
        const n = (earlier[draw[0]] = (earlier[draw[0]] ?? -1) + 1);
        if (!same(drawn(key, commit.number, draw, n), draw[3])) throw new Fault("draw", commit.number);
    }
    const named = commit.events.flatMap((event) => event.draws ?? []);
    if (!same(named, draws.map((_, place) => place))) throw new Fault("naming", commit.number);
    return draws.length;
}

function sit(chairs, { type, seat, entropy }) {
    const brings = { "match.SeatClaimed": entropy, "match.SeatLeft": Buffer.alloc(0) }[type];
    if (brings) chairs.find((one) => one.seat === seat).entropy = brings;
}

function verify(file, receipt) {
    const [header, pack, ...lines] = readFileSync(file, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
    const raw = (text) => Buffer.from(text, "base64");
    const commits = lines.map((line) => ({ ...line, c: raw(line.c), k: raw(line.k), d: line.d.map(raw) }));
    checkChain(header.match, commits);
    if (commits.length !== header.commits || commits.at(-1).h !== header.head) throw new Fault("archive", 0);
    if (receipt && !commits.some((commit) => commit.h === receipt)) throw new Fault("receipt", 0);
    for (const commit of commits) Object.assign(commit, { envelope: unpack(commit.k), events: commit.d.map(unpack) });
    const created = commits[0].events[0], secret = Buffer.from(header.opened.secret, "hex");
    const committed = sha256(Buffer.from("conclave/commitment/1|"), secret).toString("hex");
    if (sha256(Buffer.from(pack.text)).toString("hex") !== created.pack) throw new Fault("pack", 1);
    if (committed !== created.commitment) throw new Fault("commitment", 1);
    const chairs = created.chairs.map(({ seat }) => ({ seat, entropy: Buffer.alloc(0) }));
    let draws = 0;
    for (const commit of commits) {
        draws += checkDraws(secret, commit, chairs);
        for (const event of commit.events) sit(chairs, event);
    }
    const closed = commits.at(-1).events.find((event) => event.type === "match.Closed" && event.secret);
    if (closed && closed.secret !== header.opened.secret) throw new Fault("secret", commits.length);
    const brought = chairs.map(({ entropy }) => entropy.toString("hex"));
    if (closed && !same(closed.entropies, brought)) throw new Fault("entropies", commits.length);
    return `sound ${commits.length} ${draws} ${header.head}`;
}

try {
    console.log(verify(process.argv[2], process.argv[3]));
} catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.log(error.message);
    process.exitCode = 1;
}
