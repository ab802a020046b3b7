import { webhookUrlProblem } from '../../notifications/webhook-url.ts';
import type { Service } from '../../service.ts';
import { isEmailAddress } from '../../shared/email.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { NotificationTarget } from '../order.ts';
import type { OrderRequest } from '../request/order-request.ts';
import { shortened } from '../request/refuse-order.ts';

/** As far as text can tell: where a name leads is judged when a message leaves. */
export function checkNotifications(
  { config }: Pick<Service, 'config'>,
  { notifications, notificationsAt }: Pick<OrderRequest, 'notifications' | 'notificationsAt'>,
): void {
  for (const [index, target] of notifications.entries()) {
    const problem = problemOf(target, notificationsAt[index]!, config.SWATH_ALLOW_PRIVATE_ENDPOINTS);
    if (problem !== null) throw new PlatformError('order_refused', problem);
  }
}

function problemOf(target: NotificationTarget, at: string, arePrivateAllowed: boolean): string | null {
  if (target.type === 'email')
    return isEmailAddress(target.address)
      ? null
      : `Invalid email address in notifications: ${shortened(target.address)}`;
  const problem = webhookUrlProblem(target.url, arePrivateAllowed);
  // Not repeated: an address may hold what only its owner should know.
  return problem === null ? null : `${at}.url ${problem}`;
}
