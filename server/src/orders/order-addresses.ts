/** Where the service tells of an order. */
export type OrderAddresses = { readonly order: string; readonly manifest: string; readonly files: string };

export function addressesOf(baseUrl: string, orderId: string): OrderAddresses {
  const order = `${baseUrl}/order/${orderId}`;
  return { order, manifest: `${order}/manifest`, files: `${order}/files` };
}
