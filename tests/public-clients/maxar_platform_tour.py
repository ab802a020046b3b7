"""Does what a user of maxar_platform does, nothing of it changed; prints what came of it as JSON."""

import json
import sys

import requests
from maxar_platform import api_keys
from maxar_platform.discovery import open_catalog
from maxar_platform.session import MaxarKeySession, session

plan = json.load(sys.stdin)


def told(work):
    try:
        return {"value": work()}
    except Exception as error:  # what a user would see
        return {"error": type(error).__name__, "message": str(error)}


def keys():
    made = api_keys.generate_key("a key", "for a test", lifespan=180)
    plain = api_keys.generate_key()
    dated = api_keys.generate_key("dated", expiration=plan["expiration"])
    found = api_keys.get_key(name="a key")
    for key in [made, plain["id"], dated]:
        api_keys.delete_key(key)
    return {
        "shown": str(made),
        "members": sorted(made),
        "same": found["api_key"] == made["api_key"],
        "expires": dated["expiration_date"],
        "left": [key["name"] for key in api_keys.list_keys() if key["name"] in ("a key", "dated")],
        "again": told(lambda: api_keys.delete_key(made)),
        "none": told(lambda: api_keys.get_key(id="none")),
        "too_long": told(lambda: api_keys.generate_key("long", lifespan=200)),
    }


def discovery():
    client = open_catalog()
    ids = lambda **search: [item.id for item in client.search(**search).items()]
    client.area_based_calc = True
    with_area = ids(bbox=plan["bbox"], limit=2)
    client.area_based_calc = False
    return {
        "title": client.title,
        "collections": sorted(collection.id for collection in client.get_collections()),
        "text": ids(filter=plan["cql"], filter_lang="cql2-text"),
        "get": ids(method="GET", filter=plan["cql"]),
        "pages": len(ids(limit=3)),
        "area": with_area,
        "bad": told(lambda: ids(method="GET", filter="eo:cloud_cover <")),
        "sub_catalog": told(lambda: open_catalog("imagery").id),
    }


def footprints():
    from maxar_platform.ogc import footprints as wfs

    search = wfs.wfs_cql_client.search
    ids = lambda found: [feature["properties"]["legacyIdentifier"] for feature in found.features()]
    return {
        "layers": list(wfs.web_feature_service.contents),
        "version": wfs.web_feature_service.version,
        "two": wfs.WebFeatureService("2.0.0").version,
        "query": ids(search(plan["ecql"])),
        "pages": len(ids(search(plan["ecql"], limit=2))),
        "box": ids(search(None, bbox_xy=plan["bbox"])),
        "both": ids(search(f'({plan["ecql"]}) ', bbox_xy=plan["bbox"])),
        "found": ids_of_list(wfs.wfs_cql_client.find(plan["catalog_id"])),
        "bad": told(lambda: ids(search("noSuchField='x'"))),
    }


def ids_of_list(features):
    return [feature["properties"]["legacyIdentifier"] for feature in features]


def signed():
    from maxar_platform.ogc.footprints import STREAMING_URL

    asked = f"{STREAMING_URL}?service=WFS&request=GetCapabilities&version=2.0.0"
    return [requests.get(session.sign_url(asked)).status_code, requests.get(asked).status_code]


def beyond():
    """What is no part of the service that this one stands for."""
    from maxar_platform import ordering, usage

    def imagery():
        import maxar_platform.ogc.imagery

    return {
        "usage": told(usage.get_usage),
        "ordering": told(ordering.list_orders),
        "imagery": told(imagery),
    }


print(
    json.dumps(
        {
            "session": str(session),
            "keys": told(keys),
            "discovery": told(discovery),
            "footprints": told(footprints),
            "signed": told(signed),
            "beyond": told(beyond),
            "stranger": told(lambda: MaxarKeySession("wrong").get(plan["search"]).status_code),
        }
    )
)
