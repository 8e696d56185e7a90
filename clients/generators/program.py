"""Imports every module of the generated client, and makes requests without sending them."""

import importlib
import inspect
import pkgutil
import sys

sys.path.insert(0, sys.argv[1])
client = importlib.import_module("client")
modules = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(client.__path__, "client.")
]
assert len(modules) > 100, f"only {len(modules)} modules"


def parameters(module: str) -> dict[str, inspect.Parameter]:
    function = importlib.import_module(f"client.api.{module}").sync_detailed
    return dict(inspect.signature(function).parameters)


def demanded(module: str) -> set[str]:
    return {
        name
        for name, parameter in parameters(module).items()
        if parameter.default is inspect.Parameter.empty
    }


assert {"mod_id", "body", "if_match"} <= demanded("publishing.update_mod_draft")
assert {"body", "idempotency_key"} <= demanded("uploads.create_upload_session")
assert {"q"} <= demanded("catalog.search_catalog")
assert "x_service_client" not in demanded("publishing.create_mod_draft")

models = importlib.import_module("client.models")
plan = models.InstallPlanInput.from_dict({"game_slug": "brackenvale", "mod_ids": []})
assert plan.to_dict()["game_slug"] == "brackenvale"
names = sorted(vars(models))
assert {"Mod", "ModPage", "ModResponse", "Problem", "GameRef", "Pagination"} <= set(names)
print(f"{len(modules)} modules")
