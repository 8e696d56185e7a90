"""The version of the client, apart from the version of the API."""

__version__ = "0.1.0"
