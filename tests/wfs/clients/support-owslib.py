"""Walks a WFS as the plan on standard input says, through OWSLib, and prints what it found as JSON."""

import io
import json
import sys

from owslib.etree import etree
from owslib.fes2 import And, BBox, PropertyIsEqualTo, PropertyIsLessThan
from owslib.wfs import WebFeatureService

plan = json.load(sys.stdin)
LAYER = plan["layer"]
GML = {"2.0.0": "http://www.opengis.net/gml/3.2", "1.1.0": "http://www.opengis.net/gml"}


def ids_of(answer):
    found = json.loads(answer.read())
    return [feature["id"] for feature in found["features"]]


def gml_ids(answer, version):
    root = etree.parse(io.BytesIO(answer.read())).getroot()
    found = [element.get("{%s}id" % GML[version]) for element in root.iter() if str(element.tag).endswith("}FinishedFeature")]
    return [one.split(".", 1)[1] for one in found]


def walk(wfs, size):
    found = []
    while True:
        page = ids_of(wfs.getfeature(typename=[LAYER], maxfeatures=size, startindex=len(found), outputFormat="application/json"))
        found += page
        if len(page) < size:
            return found


def newest():
    wfs = WebFeatureService(plan["url"], version="2.0.0")
    layer = wfs.contents[LAYER]
    schema = wfs.get_schema(LAYER)
    condition = And([PropertyIsLessThan("cloudCover", "0.3"), PropertyIsEqualTo("source", "WV01")])
    box = BBox([5, 9, 6, 25], crs="urn:ogc:def:crs:EPSG::4326")
    text = lambda one: etree.tostring(one.toXML()).decode()
    wrapped = lambda one: '<fes:Filter xmlns:fes="http://www.opengis.net/fes/2.0">%s</fes:Filter>' % text(one)
    return {
        "layers": list(wfs.contents),
        "operations": sorted(one.name for one in wfs.operations),
        "box": list(layer.boundingBoxWGS84),
        "systems": [one.getcodeurn() for one in layer.crsOptions][:1],
        "geometry": schema["geometry_column"],
        "types": {name: schema["properties"][name] for name in ("cloudCover", "source", "acquisitionDate")},
        "all": walk(wfs, 100),
        "filtered": ids_of(wfs.getfeature(typename=[LAYER], filter=wrapped(condition), outputFormat="application/json")),
        "boxed": ids_of(wfs.getfeature(typename=[LAYER], bbox=(9, 5.2, 25, 5.8), srsname="urn:ogc:def:crs:EPSG::4326", outputFormat="application/json")),
        "boxedByFilter": ids_of(wfs.getfeature(typename=[LAYER], filter=wrapped(box), outputFormat="application/json")),
        "sorted": ids_of(wfs.getfeature(typename=[LAYER], maxfeatures=3, sortby=["cloudCover"], propertyname=["cloudCover"], outputFormat="application/json")),
        "gml": gml_ids(wfs.getfeature(typename=[LAYER], maxfeatures=3), "2.0.0"),
        "posted": gml_ids(wfs.getfeature(typename=[LAYER], maxfeatures=4, filter=wrapped(condition), method="Post"), "2.0.0"),
        "stored": [one.id for one in wfs.storedqueries],
        "byId": gml_ids(wfs.getfeature(storedQueryID="urn:ogc:def:query:OGC-WFS::GetFeatureById", storedQueryParams={"ID": plan["id"]}), "2.0.0"),
    }


def older():
    wfs = WebFeatureService(plan["url"], version="1.1.0")
    return {
        "layers": list(wfs.contents),
        "gml": gml_ids(wfs.getfeature(typename=[LAYER], maxfeatures=5), "1.1.0"),
        "boxed": ids_of(wfs.getfeature(typename=[LAYER], bbox=(9, 5.2, 25, 5.8), outputFormat="application/json")),
    }


def oldest():
    wfs = WebFeatureService(plan["url"], version="1.0.0")
    return {"layers": list(wfs.contents), "features": wfs.getfeature(typename=[LAYER], maxfeatures=5).read().count(b"<gml:featureMember>")}


print(json.dumps({"newest": newest(), "older": older(), "oldest": oldest()}))
