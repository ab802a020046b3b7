import type { Mail } from '../mail.ts';
import { defaultServiceName, layOut } from './layout.ts';
import { deliveryFacts, failedTileFacts, usageFacts } from './order-facts.ts';
import type { OrderMailInput } from './order-mail-input.ts';
import { singleLine } from './plain-text.ts';
import { counted, wholeNumber } from './quantities.ts';

const subjects: Readonly<Record<OrderMailInput['state'], string>> = {
  SUCCEEDED: 'was delivered',
  PARTIAL: 'was delivered in part',
  FAILED: 'failed',
  CANCELLED: 'was cancelled',
};

/** To who was named in an order that has ended: what was delivered, where, for how much, and what failed. */
export function orderEndedMail(input: OrderMailInput): Mail {
  const { to, orderId, state, serviceName = defaultServiceName } = input;
  const failed = failedTileFacts(input);
  return layOut({
    to,
    name: '',
    serviceName,
    subject: `Order ${orderId} ${subjects[state]}`,
    before: [`Order ${singleLine(orderId)} ${subjects[state]}. ${howMuch(input)}`, ...whyNot(input)],
    facts: [
      { title: 'Delivery', rows: deliveryFacts(input) },
      { title: 'Usage', rows: usageFacts(input) },
      ...(failed.length === 0 ? [] : [{ title: 'What failed', rows: failed }]),
    ],
    action: actionOf(input),
    after: afterwards(input),
  });
}

function howMuch({ tiles: { total, delivered, failed }, emptyTiles }: OrderMailInput): string {
  const there = delivered - emptyTiles;
  if (there === total && total > 0)
    return `All of its ${counted(total, 'tile')} ${total === 1 ? 'is' : 'are'} in the bucket.`;
  const outcome = there === 0 ? 'None' : wholeNumber(there);
  const rest = failed === 0 ? '' : ` ${wholeNumber(failed)} failed.`;
  const empty = emptyTiles === 0 ? '' : ` In ${wholeNumber(emptyTiles)} the imagery shows nothing.`;
  return `${outcome} of its ${counted(total, 'tile')} ${there > 1 ? 'are' : 'is'} in the bucket.${empty}${rest}`;
}

const whyNot = ({ failure }: OrderMailInput): readonly string[] =>
  failure === null ? [] : [`Reason: ${singleLine(failure).slice(0, 500)}`];

function actionOf({ place, tiles, manifestKey, addresses }: OrderMailInput): { label: string; url: string } {
  if (place.keptDays !== null && tiles.delivered > 0) return { label: 'Show the files', url: addresses.files };
  if (manifestKey !== null) return { label: 'Show the manifest', url: addresses.manifest };
  return { label: 'Show the order', url: addresses.order };
}

function afterwards(input: OrderMailInput): readonly string[] {
  const { state, place, tiles, manifestKey, addresses } = input;
  const isKept = place.keptDays !== null && tiles.delivered > 0;
  const where = actionOf(input).url === addresses.manifest ? '' : ` Its address: ${addresses.manifest}`;
  const canRetry = state === 'PARTIAL' || state === 'FAILED';
  return [
    ...(isKept ? [`The service keeps the files for ${counted(place.keptDays ?? 0, 'day')}.`] : []),
    ...(manifestKey === null ? [] : [`The manifest names every file with its size and its checksum.${where}`]),
    ...(canRetry ? [`Tiles that failed can be ordered again by POST ${addresses.order}/retry`] : []),
    'These addresses ask for your token or API key. You get this mail because the order names your address.',
  ];
}
