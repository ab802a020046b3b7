import { type JsonObject, isObject, refuse } from '../../catalog/refuse.ts';
import { type Budget, type Cap, budgetPeriods } from '../saved-search.ts';
import { refuseUnknown } from './known-members.ts';

const capNames = ['cost', 'area_sqkm'] as const;

/** `{"cost", "area_sqkm", "period", "per_order": {"cost", "area_sqkm"}}`: without a cap nothing is ordered. */
export function readBudget(value: unknown): Budget {
  const at = 'action.budget';
  if (!isObject(value)) return refuse(at, "is a required property of an order: an object with 'cost' or 'area_sqkm'");
  refuseUnknown(value, [...capNames, 'period', 'per_order'], `${at}.`);
  const cap = readCap(value, at);
  if (cap.cost === null && cap.areaSqkm === null) refuse(at, "must have a 'cost' or an 'area_sqkm'");
  const period = budgetPeriods.find((each) => each === (value['period'] ?? 'total'));
  if (period === undefined) return refuse(`${at}.period`, `must be one of ${budgetPeriods.join(', ')}`);
  return { ...cap, period, perOrder: readPerOrder(value['per_order'], `${at}.per_order`) };
}

function readPerOrder(value: unknown, at: string): Cap {
  if (value === undefined || value === null) return { cost: null, areaSqkm: null };
  if (!isObject(value)) return refuse(at, 'must be an object');
  refuseUnknown(value, capNames, `${at}.`);
  return readCap(value, at);
}

const readCap = (value: JsonObject, at: string): Cap => ({
  cost: readAmount(value['cost'], `${at}.cost`),
  areaSqkm: readAmount(value['area_sqkm'], `${at}.area_sqkm`),
});

function readAmount(value: unknown, member: string): number | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' && value >= 0 && value <= 1e12
    ? value
    : refuse(member, 'must be a number from 0 to 1000000000000');
}
