"""Does what a user of max_ard does with orders, unchanged but for the host; prints what came of it as JSON."""

import json
import sys
import time

from click.testing import CliRunner
from max_ard import Order, Select
from max_ard.admin import AccountManager
from max_ard.commands.command import max_ard

from told import told

plan = json.load(sys.stdin)


def new_select():
    select = Select(**plan["select"])
    select.submit()
    select.wait_for_success(interval=1)
    return select


def seen(order):
    usage = order.usage.model_dump()
    return {
        "id": order.order_id,
        "status": order.status,
        "message": order.response.status_message,
        "usage": usage,
        "flags": [order.submitted, order.running, order.finished, order.succeeded, order.failed],
        "shown": repr(order),
    }


def waited_for(order):
    while not order.finished:
        time.sleep(0.2)
    return order


def dry_run():
    order = Order(select_id=select.select_id, destination=plan["destination"] + "/dry", dry_run=True)
    order.submit()
    return {**seen(order), "orders": len(Order.list_orders())}


def submitted(**changes):
    order = Order(**{"destination": plan["destination"], "metadata": {"customer": "north"}, **changes})
    order.add_email_notification("customer@example.com")
    order.submit()
    first = [order.response.status, order.response.status_message]
    usage = order.usage.model_dump()
    waited_for(order)
    again = Order.from_id(order.order_id)
    return {**seen(again), "first": first, "usage_at_first": usage, "details": again.response.order.model_dump()}


def refused(address=None, topic=None, **changes):
    order = Order(**{"destination": plan["destination"], **changes})
    if address is not None:
        order.add_email_notification(address)
    if topic is not None:
        order.add_sns_notification(topic)
    order.submit()
    return order.order_id


def refused_output(kind, **members):
    return refused(select_id=select.select_id, destination=None, output_config={kind: members})


def failed():
    """Of imagery that is damaged where only the delivery looks."""
    order = Order(acquisitions=plan["damaged"], destination=plan["destination"] + "/damaged")
    order.submit()
    return seen(waited_for(order))


def usage_of():
    manager = AccountManager()
    long_ago = manager.get_account_usage(start_date="2001-01-01", end_date="2001-12-31")
    return {
        "account": manager.get_account_usage().model_dump(),
        "user": manager.get_user_usage().model_dump(),
        "long_ago": long_ago.model_dump(),
    }


def said_by(*arguments, **more):
    result = CliRunner().invoke(max_ard, list(arguments), **more)
    return {"output": result.output, "code": result.exit_code}


def commands():
    destination = plan["destination"]
    piped = said_by("order", "submit", "--destination", f"{destination}/piped", "--yes", "--dry-run",
                    "--select-id", "LISTEN", input=f"Select {select.select_id} has started\n")
    cli_order = said_by("order", "submit", "--destination", f"{destination}/cli", "--yes",
                        "--acq-id", plan["acquisition"], "--add-email", "cli@example.com")
    order_id = cli_order["output"].split()[1]
    waited_for(Order.from_id(order_id))
    return {
        "submit": cli_order["output"],
        "piped": piped["output"],
        "status": said_by("order", "status", order_id)["output"],
        "raw": said_by("order", "status", order_id, "--format", "raw")["output"],
        "unknown": said_by("order", "status", "1234567890123456789")["output"],
        "refused": said_by("order", "submit", "--destination", "no-such-bucket/x", "--yes", "--dry-run",
                           "--acq-id", plan["acquisition"])["output"],
        "account": said_by("account")["output"],
        "usage": said_by("usage", "--start-date", "2020-01-01")["output"],
    }


select = new_select()
by_acquisition = [{"id": plan["acquisition"], "cells": [plan["cell"]]}]
answers = {
    "dry_run": told(dry_run),
    "by_select": told(lambda: submitted(select_id=select.select_id)),
    "by_acquisitions": told(lambda: submitted(acquisitions=by_acquisition, destination=plan["destination"] + "/cells")),
    "by_collection": told(lambda: submitted(acquisitions=select.results, destination=plan["destination"] + "/whole")),
    "by_area": told(lambda: submitted(acquisitions=plan["acquisition"], intersects=plan["area"], destination=None,
                                      output_config={"amazon_s3": {"bucket": "demo", "prefix": "areas"}})),
    "failed": told(failed),
    "unknown_select": told(lambda: refused(select_id="1234567890123456789")),
    "unknown_bucket": told(lambda: refused(select_id=select.select_id, destination="s3://no-such-bucket/orders")),
    "both": told(lambda: refused(select_id=select.select_id, acquisitions=[plan["acquisition"]])),
    "neither": told(lambda: refused()),
    "no_bucket": told(lambda: refused(select_id=select.select_id, destination=None)),
    "high_definition": told(lambda: refused(select_id=select.select_id, settings={"hd": True})),
    "bad_address": told(lambda: refused(select_id=select.select_id, address="no address")),
    "topic": told(lambda: refused(select_id=select.select_id, topic="arn:aws:sns:us-east-1:123456789012:orders")),
    "google": told(lambda: refused_output("google_cloud_storage", bucket="b", prefix="p", credentials_id="ours")),
    "azure": told(lambda: refused_output("azure_blob_storage", container="c", prefix="p", credentials_id="ours")),
    "role": told(lambda: refused(select_id=select.select_id, role_arn="arn:aws:iam::123456789012:role/swath")),
    "bad_area": told(lambda: refused(acquisitions=[plan["acquisition"]], bbox=[1, 2, 3])),
    "unknown_order": told(lambda: Order.from_id("1234567890123456789").status),
    "usage": told(usage_of),
    "commands": told(commands),
    "over_limit": told(lambda: refused(acquisitions=select.results, destination=plan["destination"] + "/dear")),
}
print(json.dumps(answers))
