import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ArchiveMaking } from './adapters/demo/start-archive.ts';
import { createBuckets } from './adapters/buckets/open-buckets.ts';
import { createManagedFolders } from './adapters/buckets/managed/managed-folders.ts';
import { createDeliveryThreads } from './adapters/deliveries/deliver-threads.ts';
import { createFolderMailer } from './adapters/mail/folder.ts';
import { createSmtpMailer } from './adapters/mail/smtp.ts';
import { createGeoPackageWriter } from './adapters/geopackage/write-geopackage.ts';
import { createArgon2Hasher } from './adapters/node/argon2-hasher.ts';
import { createMachine } from './adapters/node/machine.ts';
import { makeDataFolder } from './adapters/node/data-folder.ts';
import { ownFolder } from './adapters/node/own-folder.ts';
import { makeMasterKey, missingMasterKey, readMasterKey } from './adapters/node/master-key.ts';
import { createRoom } from './adapters/node/room.ts';
import { createLocalFiles } from './adapters/pictures/local-files.ts';
import { type PictureThreads, createPictureThreads } from './adapters/pictures/picture-threads.ts';
import { createAccountStore } from './adapters/sql/accounts/accounts.ts';
import { createApiKeyStore } from './adapters/sql/api-keys/api-keys.ts';
import { createAuditLog } from './adapters/sql/accounts/audit-log.ts';
import { createBacklogReader } from './adapters/sql/usage/backlog.ts';
import type { Database } from './adapters/sql/database.ts';
import { createIngestJobStore } from './adapters/sql/ingest/ingest-jobs.ts';
import { createOrderStore } from './adapters/sql/orders/orders.ts';
import { createOneTimeLinkStore } from './adapters/sql/accounts/one-time-links.ts';
import { createOutbox } from './adapters/sql/notifications/outbox.ts';
import { createQueueSwitch } from './adapters/sql/orders/running/queue-switch.ts';
import { createProjectStore } from './adapters/sql/api-keys/projects.ts';
import { createRateCounts } from './adapters/sql/usage/rate-counts.ts';
import { createSavedSearchStore } from './adapters/sql/saved-searches/saved-searches.ts';
import { createSelectionStore } from './adapters/sql/selections/selections.ts';
import { createSessionStore } from './adapters/sql/accounts/sessions.ts';
import { createThrottleStore } from './adapters/sql/accounts/throttle.ts';
import { createUsageLog } from './adapters/sql/usage/usage-log.ts';
import { createVaultStore } from './adapters/sql/vault-store.ts';
import { createWebhookStore } from './adapters/sql/notifications/webhooks.ts';
import { createMatchThreads } from './adapters/matching/match-threads.ts';
import { createSurveyThreads } from './adapters/surveys/survey-threads.ts';
import { archiveClient } from './adapters/buckets/s3/archive-buckets.ts';
import { createTiffReader } from './adapters/tiff/tiff-reader.ts';
import { createWebhookSender } from './adapters/webhooks/send-webhook.ts';
import { archiveBuckets, bucketOptions } from './bucket-options.ts';
import { composeJobFiles } from './compose-job-files.ts';
import { composeExporter, composeFeatures } from './compose-writers.ts';
import { openTracer, tracedBuckets, tracedCatalog, tracedDatabase, tracedOrders } from './compose-tracing.ts';
import type { Config } from './config.ts';
import { catalogPlace, openCatalog } from './open-catalog.ts';
import { catalogueBytesOf, openBell, openDatabase } from './open-database.ts';
import { refuseUnfinished } from './refuse-unfinished.ts';
import { rememberPictures } from './imagery/render/remember-pictures.ts';
import { createExportTurns } from './exports/turns.ts';
import { createTrialTurns } from './saved-searches/trial-turns.ts';
import type { Mailer } from './notifications/ports.ts';
import type { TileDeliverer } from './orders/ports.ts';
import { createSurveysUnderWay } from './select/running/under-way.ts';
import type { Service } from './service.ts';
import { answeringWithin } from './shared/answering-within.ts';
import type { Bell } from './shared/bell.ts';
import { type Clock, secondMs, systemClock } from './shared/clock.ts';
import { PlatformError } from './shared/errors.ts';
import type { Log } from './shared/log.ts';
import { createRequestCounter } from './usage/count-requests.ts';
import { type Vault, openVault } from './vault/vault.ts';
import { mebibyte } from './shared/mebibyte.ts';

/** The service with what must be closed behind it. */
export type Installation = AccountsInstallation & {
  readonly service: Service;
  /** Starts what the first searches, and then the first answers of WFS, would have to wait for. */
  warm(): Promise<void>;
  /** Starts to make the demo archive in the background, or what is missing of it. */
  makeDemo(): Promise<ArchiveMaking>;
};

/** Without the catalogue: what the operator's commands on accounts and keys need. */
export type AccountsInstallation = {
  readonly service: AccountsService;
  readonly mailer: Mailer;
  readonly database: Database;
  /** Tells other nodes of what was queued here. */
  readonly bell: Bell;
  markStopping(): void;
  close(): Promise<void>;
};
export type AccountsService = Omit<Service, keyof CatalogService>;
type CatalogService = Pick<
  Service,
  | 'catalog'
  | 'catalogWork'
  | 'arrivalMatcher'
  | 'trialTurns'
  | 'exporter'
  | 'exportTurns'
  | 'features'
  | 'featureTurns'
  | 'featurePages'
  | 'imagery'
  | 'pictures'
  | 'files'
  | 'surveyor'
  | 'surveysUnderWay'
  | 'writeGeoPackage'
>;

/** The one place that chooses adapters: a new backend is a folder and a line here. */
export async function compose(config: Config, log: Log, clock: Clock = systemClock): Promise<Installation> {
  // First: what is made for a new installation would be in the way of a copy.
  await refuseUnfinished(config);
  const accounts = await composeAccounts(config, log, clock);
  const opened = await openCatalog(config, log).catch(async (error: unknown) => {
    await accounts.close();
    throw error;
  });
  const checkStore = async () => {
    if (!opened.isWritable()) throw notWritable('catalogue');
    await accounts.service.checkStore();
  };
  const surveyor = createSurveyThreads({
    place: catalogPlace(config),
    archiveRoots: config.archiveRoots,
    mostTiles: config.SWATH_SELECT_MOST_TILES,
  });
  const exporter = composeExporter(config);
  const { warm: warmFeatures, close: closeFeatures, ...writers } = composeFeatures(config, clock);
  const arrivalMatcher = createMatchThreads({ place: catalogPlace(config) });
  const drawing = createDrawing(config);
  const pictures = rememberPictures(drawing, config.SWATH_TILE_CACHE_MB * mebibyte);
  const files = createLocalFiles(config.archiveRoots);
  const catalogue: CatalogService = {
    catalog: tracedCatalog(opened.catalog, accounts.service.tracer),
    catalogWork: { isTended: opened.isTended },
    arrivalMatcher,
    trialTurns: createTrialTurns(),
    exporter,
    exportTurns: createExportTurns(config.SWATH_EXPORTS),
    ...writers,
    imagery: createTiffReader({
      localRoots: config.archiveRoots,
      s3For: archiveClient(archiveBuckets(config)),
      ...lookingCaches,
    }),
    pictures,
    files,
    surveyor,
    surveysUnderWay: createSurveysUnderWay(),
    writeGeoPackage: createGeoPackageWriter(emptied(join(config.dataFolder, 'temporary'))),
  };
  return {
    ...accounts,
    service: { ...accounts.service, ...catalogue, checkStore },
    warm: async () => {
      await opened.warm();
      await warmFeatures(opened.catalog);
    },
    makeDemo: async () => {
      // Loaded only where it is used: most starts make nothing.
      const { startArchive } = await import('./adapters/demo/start-archive.ts');
      return startArchive({ catalog: opened.catalog, log, demoFolder: join(config.dataFolder, 'demo') });
    },
    close: async () => {
      await Promise.all([accounts.close(), opened.close(), drawing.close(), surveyor.close(), exporter.close()]);
      await Promise.all([arrivalMatcher.close(), closeFeatures()]);
    },
  };
}

export async function composeAccounts(
  config: Config,
  log: Log,
  clock: Clock = systemClock,
): Promise<AccountsInstallation> {
  // Before anything that would have to be closed again: these two may refuse their settings.
  const mailer = createMailer(config);
  const webhookSender = createWebhookSender({ arePrivateAllowed: config.SWATH_ALLOW_PRIVATE_ENDPOINTS });
  const masterKey = readMasterKey(config.dataFolder, config.SWATH_MASTER_KEY);
  makeDataFolder(config.dataFolder);
  const tracer = await openTracer(config, log);
  const database = tracedDatabase(await openDatabase(config, log), tracer);
  const bell = await openBell(config, database, log);
  let isStopping = false;
  try {
    const vault = await openInstallationVault(config, database, masterKey);
    mkdirSync(join(config.dataFolder, 'buckets', 'demo'), { recursive: true });
    const usageLog = createUsageLog(database);
    const buckets = tracedBuckets(createBuckets(bucketOptions(config)), tracer);
    const requestCounts = createRequestCounter({ usageLog, clock, log });
    const databaseAnswers = answeringWithin(3 * secondMs, 'the database', () => database.read.get('SELECT 1 AS one'));
    const service: AccountsService = {
      config,
      clock,
      log,
      tracer,
      vault,
      hasher: createArgon2Hasher(Math.max(1, availableParallelism() - 1)),
      accounts: createAccountStore(database, vault),
      sessions: createSessionStore(database),
      oneTimeLinks: createOneTimeLinkStore(database, vault),
      throttle: createThrottleStore(database),
      audit: createAuditLog(database),
      apiKeys: createApiKeyStore(database),
      projects: createProjectStore(database),
      selections: createSelectionStore(database),
      savedSearches: createSavedSearchStore(database, vault),
      ingestJobs: createIngestJobStore(database, vault),
      jobFiles: composeJobFiles(config, buckets),
      outbox: createOutbox(database, vault),
      webhooks: createWebhookStore(database, vault),
      webhookSender,
      orders: tracedOrders(createOrderStore(database, vault), tracer),
      queue: createQueueSwitch(database),
      managedFolders: createManagedFolders(config.dataFolder),
      usageLog,
      requestCounts,
      rateCounts: database.dialect === 'sqlite' ? null : createRateCounts(database),
      backlog: createBacklogReader(database),
      machine: createMachine({ dataFolder: config.dataFolder, catalogueBytes: catalogueBytesOf(config, database) }),
      room: createRoom(config.dataFolder, config.SWATH_DISK_LOW_MB * mebibyte),
      buckets,
      checkStore: async () => {
        if (!database.isWritable()) throw notWritable('database');
        await databaseAnswers();
      },
      storeVersion: database.version,
      isStopping: () => isStopping,
    };
    const close = async () => {
      await requestCounts.stop();
      await bell.close();
      await Promise.all([mailer.close(), webhookSender.close(), database.close()]);
      await tracer.close();
    };
    return { service, mailer, database, bell, markStopping: () => void (isStopping = true), close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** What a process that was killed left behind goes. */
function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  return folder;
}

const notWritable = (part: 'database' | 'catalogue') =>
  new PlatformError('unavailable', `the ${part} cannot be written to`);

/** A master key is made for an installation that has no data key yet, never beside one that lost its own. */
async function openInstallationVault(config: Config, database: Database, masterKey: Buffer | null): Promise<Vault> {
  const store = createVaultStore(database);
  const hasDataKey = (await store.load()) !== null;
  // Looked for again: another process may have made both meanwhile, the master key first.
  const present = masterKey ?? readMasterKey(config.dataFolder, null);
  if (present === null && hasDataKey) throw missingMasterKey(config.dataFolder);
  return openVault(store, present ?? makeMasterKey(config.dataFolder));
}

/** Headers alone. */
const lookingCaches = { cacheBytes: 8 * mebibyte, decodedBytes: 0 };

/** Nothing is started before the first picture is asked for. */
function createDrawing(config: Config): PictureThreads {
  const threads = config.SWATH_RENDER_THREADS || Math.min(2, availableParallelism());
  const cacheBytes = Math.floor((128 * mebibyte) / threads);
  const archive = { archiveRoots: config.archiveRoots, archiveBuckets: archiveBuckets(config) };
  return createPictureThreads({ ...archive, cacheBytes }, { threads, mostWaiting: 64 * threads });
}

export type Delivery = { readonly deliverer: TileDeliverer; readonly threads: number; close(): Promise<void> };

/** What delivers the tiles of orders; nothing is started before the first. */
export function composeDelivery(config: Config): Delivery {
  const threads = config.SWATH_DELIVERY_THREADS || availableParallelism();
  const own = ownFolder(join(config.dataFolder, 'deliveries'));
  const data = {
    archiveRoots: config.archiveRoots,
    archiveBuckets: archiveBuckets(config),
    bucketOptions: bucketOptions(config),
    temporaryFolder: own.path,
  };
  const deliverer = createDeliveryThreads(data, threads);
  return { deliverer, threads, close: () => deliverer.close().finally(own.leave) };
}

function createMailer(config: Config): Mailer {
  const { SWATH_SMTP_URL: url, SWATH_MAIL_FROM: from } = config;
  return url === null
    ? createFolderMailer({ folder: join(config.dataFolder, 'mail'), from })
    : createSmtpMailer({ url, from });
}
