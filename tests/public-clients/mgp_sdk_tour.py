"""Does what a user of MGP_SDK does, nothing of it changed; prints what came of it as JSON."""

import json
import sys
import tempfile
import zipfile
from pathlib import Path

from click.testing import CliRunner
from MGP_SDK import process
from MGP_SDK.cli_commands.cli_commands import cli
from MGP_SDK.interface import Interface

plan = json.load(sys.stdin)
sdk = Interface(plan["username"], plan["password"], "mgp")


def told(work):
    try:
        return {"value": work()}
    except Exception as error:  # what a user would see
        return {"error": type(error).__name__, "message": str(error)}


def tokens():
    made = [sdk.token.create_token_record(name, "of a test") for name in ("one", "two", "three")]
    sdk.token.create_token_record()
    listed = sdk.token.get_user_tokens()
    ids = [token["id"] for token in made]
    return {
        "listed": sorted(token["name"] or "" for token in listed),
        "value": all(token["api_token"].startswith("swath_") for token in listed),
        "one": sdk.token.delete_tokens(ids[0]) == f"Token {ids[0]} successfully deleted",
        "many": sdk.token.delete_tokens(ids[1:]) == f"Token {ids[1:]} successfully deleted",
        "left": len(sdk.token.get_user_tokens()),
        "by_auth": sorted(sdk.auth.token_service_token()),
    }


def dead_refresh_token():
    before = sdk.auth.access
    sdk.auth.refresh = "long gone"
    sdk.auth.refresh_token()
    return {"renewed": sdk.auth.access != before, "refreshed": sdk.auth.refresh != "long gone"}


def discovery():
    service = sdk.discovery_service
    ids = lambda found: [feature["id"] for feature in found["features"]]
    return {
        "root": service.get_root_catalog()["type"],
        "specifications": len(service.get_specifications()["conformsTo"]) > 20,
        "health": [service.healthcheck(), service.get_status()],
        "collections": [each["id"] for each in service.get_all_collections(limit=10)["collections"]],
        "ordered": [each["id"] for each in service.get_all_collections(orderby="id desc", page=1)["collections"]],
        "collection": service.get_collection_definition("row")["id"],
        "item": service.get_stac_item("row", "scene-3")["id"],
        "where": ids(service.stac_search(where="eo:cloud_cover<15", orderby="id", collections="row")),
        "ids": ids(service.stac_search(ids="scene-1,scene-2", datetime="2021-01-01T00:00:00Z/2021-01-31T00:00:00Z")),
        "intersects": ids(service.stac_search(intersects=plan["polygon"], limit=5)),
        "box": ids(service.collections.search_stac_in_collection(collection_id="row", bbox="19,4,32,7")),
        "both": told(lambda: service.stac_search(bbox="1,2,3,4", intersects=plan["polygon"])),
        "none": told(lambda: service.get_stac_item("row", "none")),
    }


def streaming():
    search = sdk.streaming.search
    ids = lambda features: [feature["properties"]["legacyIdentifier"] for feature in features]
    folder = Path(tempfile.mkdtemp())
    shape, table = folder / "found.zip", folder / "found.csv"
    search(filter="cloudCover<0.2", shapefile=True, download_path=str(shape))
    search(filter="cloudCover<0.2", csv=True, download_path=str(table))
    process.cql_checker("(cloudCover<0.2)AND(acquisitionDate>='2021-01-02')", "streaming", sdk.auth.access)
    return {
        "box": ids(search(bbox="4,19,7,32")),
        "filter": ids(search(filter="(cloudCover<0.2)AND(acquisitionDate>='2021-01-02')")),
        "both": ids(search(bbox="4,-1,7,32", filter="cloudCover<0.1")),
        "mercator": ids(search(bbox="445640,2115000,780240,3562237", srsname="EPSG:3857")),
        "source": ids(search(filter="source='WV03_VNIR'", featureprofile="Default_Profile")),
        "coverage": search(bbox="5,20,6,21")[0]["bbox_coverage"],
        "shape": sorted(Path(name).suffix for name in zipfile.ZipFile(shape).namelist()),
        "rows": len(table.read_text().strip().splitlines()),
        "area": round(sdk.streaming.calculate_sqkm("5,20,6,21")),
    }


def commands():
    """The command line, with the configuration file that it writes itself."""
    said = lambda *arguments, **more: CliRunner().invoke(cli, list(arguments), **more).output
    made = said("config-file", "-u", plan["username"], "-p", plan["password"], "-c", "mgp")
    created = said("create-token", "-n", "by command", "-d", "of a test", input="y\n")
    token = next(token["id"] for token in sdk.token.get_user_tokens() if token["name"] == "by command")
    return {
        "config": made.split(".")[0],
        "created": created.split("apiToken is ")[1][:6],
        "listed": "by command" in said("get-tokens"),
        "deleted": "Token successfully deleted" in said("delete-tokens", "-id", token, input="y\n"),
        "search": "10300100AE766C02" in said("search", "-b", "4,19,7,32", "-y"),
        "stac": "scene-2" in said("stac-search", "--stac_id", "scene-2"),
        "root": "Catalog" in said("root-catalog"),
        "area": said("calculate-bbox-sqkm", "-b", "5,20,6,21").strip(),
    }


print(
    json.dumps(
        {
            "tokens": told(tokens),
            "dead": told(dead_refresh_token),
            "discovery": told(discovery),
            "streaming": told(streaming),
            "commands": told(commands),
            "stranger": told(lambda: Interface(plan["username"], "wrong", "mgp")),
            "image": told(lambda: sdk.streaming.download_image(bbox="5,20,6,21", download=False).status_code),
            "pipelines": told(lambda: sdk.order_service.get_all_pipelines()),
        }
    )
)
