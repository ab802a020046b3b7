"""Searches the archive with pystac-client (pip install pystac-client).

KEY=... python examples/pystac_client_tour.py [http://localhost:8080]
"""

import os
import sys

from pystac_client import Client

url = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8080"
catalog = Client.open(url, headers={"vendor-api-key": os.environ["KEY"]})
print("collections:", ", ".join(collection.id for collection in catalog.get_collections()))

# Few clouds over an area, the clearest first
clear = catalog.search(
    bbox=[9.7, 50.9, 9.8, 51.0],
    filter='"eo:cloud_cover" < 20',
    filter_lang="cql2-text",
    sortby="+properties.eo:cloud_cover",
    max_items=3,
)
for item in clear.items():
    print("clear:", item.id, item.datetime.date(), f"{item.properties['eo:cloud_cover']} %", sorted(item.assets))

# All pages, one item after the other
count = sum(1 for _ in catalog.search(limit=5).items())
print("items in all:", count)
