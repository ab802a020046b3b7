import { describe, expect, test } from 'vitest';
import { least, read, refusal } from './order-bodies.ts';

const email = { type: 'email', address: 'someone@example.com' };
const webhook = { type: 'webhook', url: 'https://hooks.example.com/swath' };

describe('notifications of an order', () => {
  test.each<[object, unknown[]]>([
    [{}, []],
    [{ notifications: null }, []],
    [{ notifications: [] }, []],
    [{ notifications: [email, webhook] }, [email, webhook]],
    [{ notifications: email }, [email]],
    [{ notification: email }, [email]],
    [{ notification: [webhook] }, [webhook]],
    [{ notifications: [{ ...email, type: 'EMAIL' }] }, [email]],
    [{ notifications: [email, email] }, [email]],
    [{ notifications: [{ type: 'email', target: email.address, level: 'FINAL_ONLY' }] }, [email]],
    [{ notifications: [{ type: 'webhook', target: webhook.url }] }, [webhook]],
    // What they are worth is judged after the select.
    [{ notifications: [{ type: 'email', address: 'no address' }] }, [{ type: 'email', address: 'no address' }]],
  ])('%j', (more, expected) => {
    const request = read({ ...least, ...more });
    expect(request.notifications).toEqual(expected);
    expect(request.warnings).toEqual([]);
  });

  test('a level at which nothing is sent is told of', () => {
    expect(read({ ...least, notifications: [{ ...email, level: 'INITIAL_FINAL' }] }).warnings).toEqual([
      'notifications[0].level: it was ignored; a message is sent when the order ends',
    ]);
  });

  test.each<[object, string]>([
    [{ notifications: 'someone@example.com' }, 'notifications must be a list of objects with type and address'],
    [{ notifications: ['someone@example.com'] }, 'notifications[0] must be an object with type and address'],
    [{ notification: 5 }, 'notification must be a list of objects with type and address'],
    [{ notifications: [email], notification: email }, 'notifications and notification exclude each other: give one'],
    [{ notifications: [{}] }, "notifications[0].type is missing: give 'email' or 'webhook'"],
    [{ notifications: [{ type: 4 }] }, "notifications[0].type must be 'email' or 'webhook'"],
    [
      { notifications: [email, { type: 'sns', topic_arn: 'arn:aws:sns:x' }] },
      "notifications[1].type is 'sns'; it must be 'email' or 'webhook'",
    ],
    [{ notifications: [{ type: 'email' }] }, 'notifications[0].address is missing'],
    [{ notifications: [{ type: 'email', address: '' }] }, 'notifications[0].address is missing'],
    [{ notification: { type: 'email' } }, 'notification.address is missing'],
    [{ notifications: [{ type: 'email', address: ['a@b.c'] }] }, 'notifications[0].address must be a text'],
    [{ notifications: [{ type: 'webhook', address: 'https://x' }] }, 'notifications[0].url is missing'],
    [
      { notifications: [{ type: 'webhook', url: `https://example.com/${'x'.repeat(2_048)}` }] },
      'notifications[0].url must have at most 2048 characters',
    ],
    [
      { notifications: Array.from({ length: 21 }, (_, i) => ({ ...email, address: `a${i}@example.com` })) },
      'notifications must have at most 20 elements',
    ],
  ])('%j is refused', (more, reason) => {
    expect(refusal({ ...least, ...more })).toBe(`order_refused: ${reason}`);
  });
});
