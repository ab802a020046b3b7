import type { Service } from '../../service.ts';
import { dayMs } from '../../shared/clock.ts';

type Needs = Pick<Service, 'orders' | 'managedFolders' | 'clock'> & {
  readonly config: Pick<Service['config'], 'SWATH_MANAGED_DAYS'>;
};

export type Orphan = { readonly name: string; readonly files: number; readonly byteLength: number };

/**
 * Files in the managed bucket that no order knows, such as those of orders after the backup that was restored, or whose
 * order was told by another node that they are gone. Only those that would be over anyway: a service that was started on
 * the wrong database must not empty the bucket.
 */
export async function findOrphans({ orders, managedFolders, clock, config }: Needs): Promise<readonly Orphan[]> {
  const beforeMs = clock.nowMs() - config.SWATH_MANAGED_DAYS * dayMs;
  const orphans: Orphan[] = [];
  for (const name of await managedFolders.names()) {
    if (await orders.hasManagedFiles(name)) continue;
    const { touchedAtMs, ...sizes } = await managedFolders.facts(name);
    if (touchedAtMs < beforeMs) orphans.push({ name, ...sizes });
  }
  return orphans;
}

export async function sweepOrphans(needs: Needs): Promise<readonly Orphan[]> {
  const orphans = await findOrphans(needs);
  for (const { name } of orphans)
    // Meanwhile the order may have been tried again.
    if (!(await needs.orders.hasManagedFiles(name))) await needs.managedFolders.remove(name);
  return orphans;
}
