import type { CommandGroup } from '../../command.ts';
import { cancelOrder } from './cancel.ts';
import { createOrder } from './create.ts';
import { downloadOrder } from './download.ts';
import { listOrders } from './list.ts';
import { retryOrder } from './retry.ts';
import { showOrder } from './show.ts';
import { verifyOrder } from './verify.ts';
import { waitForOrder } from './wait.ts';

export const orderCommands: CommandGroup = {
  summary: 'Order imagery, follow it, fetch it',
  commands: {
    create: createOrder,
    wait: waitForOrder,
    list: listOrders,
    show: showOrder,
    cancel: cancelOrder,
    retry: retryOrder,
    download: downloadOrder,
    verify: verifyOrder,
  },
};
