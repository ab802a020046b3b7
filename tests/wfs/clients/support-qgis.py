"""Opens the layer that the plan on standard input names with QGIS's WFS provider, and prints what it read as JSON."""

import json
import os
import sys
import tempfile

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["HOME"] = tempfile.mkdtemp()
from qgis.core import QgsApplication, QgsCoordinateTransformContext, QgsFeatureRequest, QgsRectangle, QgsVectorFileWriter, QgsVectorLayer  # noqa: E402

plan = json.load(sys.stdin)
app = QgsApplication([], False)
app.initQgis()


def layer_of(version, more=""):
    source = f"url='{plan['url']}' typename='{plan['layer']}' version='{version}' srsname='EPSG:4326' {more}"
    layer = QgsVectorLayer(source, "archive", "WFS")
    if not layer.isValid():
        raise SystemExit(f"{version}: the layer is not valid: {layer.error().message()}")
    return layer


def ids_of(features):
    return sorted(feature["featureId"] for feature in features)


def read(version):
    layer = layer_of(version)
    box = QgsFeatureRequest().setFilterRect(QgsRectangle(9, 5.2, 25, 5.8))
    boxed = list(layer_of(version, "restrictToRequestBBOX='1'").getFeatures(box))
    extent = min(boxed, key=lambda feature: feature["featureId"]).geometry().boundingBox()
    return {
        "fields": {field.name(): field.typeName() for field in layer.fields()},
        "crs": layer.crs().authid(),
        "all": ids_of(layer.getFeatures()),
        "boxed": ids_of(boxed),
        "extent": [extent.xMinimum(), extent.yMinimum(), extent.xMaximum(), extent.yMaximum()],
    }


filtered = layer_of("2.0.0")
filtered.setSubsetString("\"cloudCover\" < 0.3 AND \"source\" LIKE 'WV0%'")

path = os.path.join(tempfile.mkdtemp(), "archive.gpkg")
options = QgsVectorFileWriter.SaveVectorOptions()
options.driverName = "GPKG"
QgsVectorFileWriter.writeAsVectorFormatV3(layer_of("2.0.0"), path, QgsCoordinateTransformContext(), options)
saved = QgsVectorLayer(path, "saved", "ogr")

found = {"2.0.0": read("2.0.0"), "1.1.0": read("1.1.0"), "filtered": ids_of(filtered.getFeatures()), "saved": saved.featureCount()}
print(json.dumps(found))
sys.stdout.flush()
# Its threads are not always ended by its own end.
os._exit(0)
