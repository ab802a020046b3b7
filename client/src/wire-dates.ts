const wirePattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.(\d+))?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** Reads a date of the service; a date without a zone is UTC. Nonsense gives an invalid Date, as `new Date` does. */
export function parseWireDate(text: string): Date {
  const match = wirePattern.exec(text.trim());
  if (!match) return new Date(Number.NaN);
  const [, day, time = '00:00:00', fraction = '', zone = 'Z'] = match;
  const millis = fraction.slice(0, 3).padEnd(3, '0');
  return new Date(`${day}T${time}.${millis}${normalZone(zone)}`);
}

function normalZone(zone: string): string {
  if (zone.toUpperCase() === 'Z') return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}

/** Writes a moment as the service reads it without doubt: whole seconds, UTC, with the zone. */
export function formatWireDate(date: Date | string): string {
  return typeof date === 'string' ? date : `${date.toISOString().slice(0, 19)}Z`;
}
