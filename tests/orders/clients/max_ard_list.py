"""Lists orders as a user of max_ard does; prints what came of it as JSON."""

import json
import sys

from max_ard import Order

from told import told

plan = json.load(sys.stdin)


def listed(arguments):
    orders = Order.list_orders(**arguments)
    return [
        {"id": order.order_id, "status": order.response.status, "area": order.usage.area.total_imagery_sqkm}
        for order in orders
    ]


print(json.dumps({name: told(lambda: listed(arguments)) for name, arguments in plan.items()}))
