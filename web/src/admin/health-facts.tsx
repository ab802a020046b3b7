import type { Health } from '@swath/client';
import { Fact, Facts } from '../ui/facts.tsx';
import { bytesText, countText } from '../ui/figures.ts';
import { Moment } from '../ui/moment.tsx';

const stores = { sqlite: 'SQLite, embedded', postgres: 'PostgreSQL' } as const;

export function HealthFacts({ health }: { readonly health: Health }) {
  const { store, catalogue, disk } = health;
  const used = disk.total_bytes === 0 ? 0 : 1 - disk.free_bytes / disk.total_bytes;
  return (
    <section className="panel" aria-labelledby="health-facts-title">
      <h2 id="health-facts-title">The service</h2>
      <Facts>
        <Fact name="Version">
          {health.version} on {health.runtime}
        </Fact>
        <Fact name="Started">
          <Moment at={health.started} nowMs={Date.parse(health.read)} />
        </Fact>
        <Fact name="Memory">{bytesText(health.memory_bytes)}</Fact>
        <Fact name="Accounts and orders">
          {stores[store.kind]}, {bytesText(store.bytes)}, schema {store.schema_version}
          {!store.writable && ', cannot be written to'}
        </Fact>
        <Fact name="Catalogue">
          {bytesText(catalogue.bytes)}, {countText(catalogue.arrivals)} items came so far
        </Fact>
        <Fact name="In the background">
          {catalogue.tended ? 'Indexes and summaries are being brought up to date' : 'Nothing to catch up with'}
        </Fact>
        <Fact name="Disk of the data folder">
          {bytesText(disk.free_bytes)} of {bytesText(disk.total_bytes)} free
          <svg className="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="4" rx="2" />
            <rect className="meter-part" width={used * 100} height="4" rx="2" />
          </svg>
        </Fact>
      </Facts>
    </section>
  );
}
