"""Runs the commands of max_ard that make, look at and fetch selects, unchanged; prints what they said as JSON."""

import json
import sys
import tempfile
from pathlib import Path

from click.testing import CliRunner
from max_ard.commands.command import max_ard

plan = json.load(sys.stdin)
folder = Path(tempfile.mkdtemp())


def said(*arguments):
    return CliRunner().invoke(max_ard, [str(argument) for argument in arguments]).output


def written(select_id, ending):
    path = folder / f"select.{ending}"
    said("select", "describe", select_id, "--dest", path)
    return path.stat().st_size if path.exists() else None


login = said("login", "--username", plan["username"], "--password", plan["password"])
token = said("token").strip()
box = [str(number) for number in plan["bbox"]]
submitted = said("select", "submit", "--bbox", *box, "--stack-depth", 2, "--min-cloud-free", 50, "--min-data", 1,
                 "--image-age", "training", "--filter", "platform", "ne", "worldview-01",
                 "--filter", "view:sun_elevation", "gte", "10", "--datetime", "2020/2021", "--bba")
select_id = submitted.split()[1]
link = said("select", "url", select_id, "--format", "html").strip()
print(
    json.dumps(
        {
            "login": login,
            "token": token.count("."),
            "submitted": submitted,
            "by_id": said("select", "submit", "--acq-id", plan["acquisition"]),
            "refused": said("select", "submit", "--stack-depth", 2),
            "status": said("select", "status", select_id),
            "raw": said("select", "status", select_id, "--format", "raw"),
            "unknown": said("select", "status", "1234567890123456789"),
            "described": said("select", "describe", select_id),
            "files": {ending: written(select_id, ending) for ending in plan["endings"]},
            "url": said("select", "url", select_id).strip(),
            "signed": "signature=" in link,
            "cell": said("cell", "describe", plan["cell"]),
            "covers": said("cell", "covers", plan["wkt"]).split(),
            "reset": said("token", "--reset"),
        }
    )
)
