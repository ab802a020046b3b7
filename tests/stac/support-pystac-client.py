"""Asks a service what the plan on standard input says, through pystac-client, and prints the answers as JSON."""

import json
import sys
import warnings

from pystac_client import Client
from pystac_client.exceptions import APIError

plan = json.load(sys.stdin)


def set_header(request):
    request.headers["vendor-api-key"] = plan["key"]


CREDENTIALS = {
    "header": {"headers": {"vendor-api-key": plan["key"]}},
    "bearer": {"headers": {"Authorization": f"Bearer {plan['token']}"}},
    "parameter": {"parameters": {"vendor_api_key": plan["key"]}},
    "request_modifier": {"request_modifier": set_header},
    "none": {},
}
clients = {}


def client_of(ask):
    name = ask.get("credential", "header")
    if name not in clients:
        clients[name] = Client.open(plan["url"], **CREDENTIALS[name])
    return clients[name]


def search(client, args):
    found = client.search(**args)
    pages = [page["features"] for page in found.pages_as_dicts()]
    return {"pages": [[item["id"] for item in page] for page in pages], "matched": found.matched()}


def items(client, args):
    """The same as objects of pystac: every part of an item is read."""
    return [
        {
            "id": item.id,
            "collection": item.collection_id,
            "bbox": item.bbox,
            "datetime": item.datetime.isoformat(),
            "assets": sorted(item.assets),
            "self": item.get_self_href(),
        }
        for item in client.search(**args).items()
    ]


def collection(client, args):
    one = client.get_collection(args["id"])
    if one is None:
        return None
    first = next(iter(one.get_items()))
    return {
        "id": one.id,
        "title": one.title,
        "items": len(list(one.get_items())),
        "item": one.get_item(first.id).id,
        "nothing": one.get_item("no such item"),
        "queryables": sorted(one.get_queryables()["properties"]),
    }


ASKS = {
    "conformance": lambda client, args: {name: client.conforms_to(name) for name in args["names"]},
    "landing": lambda client, args: {"id": client.id, "title": client.title, "children": len(client.get_child_links())},
    "collections": lambda client, args: [one.id for one in client.get_collections()],
    "collection": collection,
    "collection_search": lambda client, args: [one.id for one in client.collection_search(**args).collections()],
    "queryables": lambda client, args: client.get_queryables(),
    "merged_queryables": lambda client, args: sorted(client.get_merged_queryables(args["collections"])["properties"]),
    "search": search,
    "items": items,
    "as_dicts": lambda client, args: list(client.search(**args).items_as_dicts()),
    "get_items": lambda client, args: [item.id for item in client.get_items(*args["ids"])],
    "validate": lambda client, args: [len(client.validate())] + [len(one.validate()) for one in client.get_collections()],
}


def answer(ask):
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            told = {"value": ASKS[ask["ask"]](client_of(ask), ask.get("args", {}))}
        except APIError as error:
            told = {"status": error.status_code, "error": str(error)}
    return {**told, "warnings": [str(one.message) for one in heard]}


json.dump({ask["name"]: answer(ask) for ask in plan["asks"]}, sys.stdout)
