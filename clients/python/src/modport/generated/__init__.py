"""The operations and models of the API, generated from its OpenAPI document."""
