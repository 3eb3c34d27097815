"""The public contract: the request, response and problem types, and the OpenAPI document built from them."""
