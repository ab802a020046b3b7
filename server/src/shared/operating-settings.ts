import { type Setting, asText, asUrl, asWholeNumber } from './settings.ts';

const none = { fallback: null, defaultText: '(none)' } as const;

/** The settings of those who keep the service running. */
export const operatingSettings = {
  SWATH_ORDER_DAYS: {
    fallback: 0,
    parse: asWholeNumber(0, 36_500),
    about:
      'Days for which an order that has ended is kept, with its tiles and documents; 0 for ever. What was used stays in the usage.',
  } as Setting<number>,
  SWATH_AUDIT_DAYS: {
    fallback: 0,
    parse: asWholeNumber(0, 36_500),
    about: 'Days for which entries of the audit are kept; 0 for ever.',
  } as Setting<number>,
  SWATH_DISK_LOW_MB: {
    fallback: 256,
    parse: asWholeNumber(0, 1e9),
    about:
      'MiB that must be free on the disk of the data folder: below, new orders, selects, uploads, ingests, writes of the catalogue and exports are refused with 507 while all else goes on; 0 switches it off.',
  } as Setting<number>,
  SWATH_TLS_CERT: {
    ...none,
    parse: asText,
    about: 'File with the certificate chain (PEM): the service then speaks HTTPS itself. Read again when it changes.',
  } as Setting<string | null>,
  SWATH_TLS_KEY: { ...none, parse: asText, about: 'File with its private key (PEM).' } as Setting<string | null>,
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...none,
    parse: asUrl('http', 'https'),
    about: 'Collector of OpenTelemetry to which traces are sent (OTLP over HTTP, JSON); nothing is traced without one.',
  } as Setting<string | null>,
} as const;
