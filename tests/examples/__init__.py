"""The examples of the API's document, recorded from a service that really answers."""
