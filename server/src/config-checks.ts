import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { SettingsCheck } from './config.ts';
import { isBelow } from './shared/is-below.ts';

/** What settings ask of each other. */
export const settingProblems: SettingsCheck = (values) => [
  ...administratorWithoutName(values),
  ...halfOfKey(values),
  ...halfOfTls(values),
  ...plainAddressOfTls(values),
  ...bucketsWithoutS3(values),
  ...archiveAroundData(values),
  ...replicaAlone(values),
  ...noAreaAllowed(values),
];

const administratorWithoutName: SettingsCheck = ({ SWATH_ADMIN_PASSWORD: password, SWATH_ADMIN_EMAIL: email }) =>
  typeof password === 'string' && email === null ? ['SWATH_ADMIN_PASSWORD is given without SWATH_ADMIN_EMAIL'] : [];

const halfOfKey: SettingsCheck = ({ SWATH_S3_ACCESS_KEY_ID: id, SWATH_S3_SECRET_ACCESS_KEY: secret }) =>
  id === undefined || secret === undefined || (id === null) === (secret === null)
    ? []
    : ['SWATH_S3_ACCESS_KEY_ID and SWATH_S3_SECRET_ACCESS_KEY are given together or not at all'];

const halfOfTls: SettingsCheck = ({ SWATH_TLS_CERT: cert, SWATH_TLS_KEY: key }) =>
  cert === undefined || key === undefined || (cert === null) === (key === null)
    ? []
    : ['SWATH_TLS_CERT and SWATH_TLS_KEY are given together or not at all'];

/** Links would lead to a port that does not speak plain HTTP. */
const plainAddressOfTls: SettingsCheck = ({ SWATH_TLS_CERT: cert, SWATH_PUBLIC_URL: address }) =>
  typeof cert === 'string' && address?.startsWith('http:') === true
    ? ['SWATH_PUBLIC_URL must begin with https:// where SWATH_TLS_CERT is given']
    : [];

const bucketsWithoutS3: SettingsCheck = ({ SWATH_MANAGED_BUCKET: managed, SWATH_ARCHIVE_BUCKETS: archive, ...s3 }) => {
  const isGiven = [s3.SWATH_S3_ENDPOINT, s3.SWATH_S3_REGION, s3.SWATH_S3_ACCESS_KEY_ID].some((each) => each !== null);
  if (isGiven) return [];
  const named = [
    ...(typeof managed === 'string' ? ['SWATH_MANAGED_BUCKET'] : []),
    ...((archive ?? []).length > 0 ? ['SWATH_ARCHIVE_BUCKETS'] : []),
  ];
  return named.map((name) => `${name} needs SWATH_S3_ENDPOINT, SWATH_S3_REGION or SWATH_S3_ACCESS_KEY_ID`);
};

/** Whoever writes items could name the master key and the databases as files of theirs, and read them. */
const archiveAroundData: SettingsCheck = ({ SWATH_ARCHIVE_ROOTS: roots = [], SWATH_DATA: data }) =>
  roots
    .filter((root) => data !== undefined && isBelow(realOf(root), realOf(data)))
    .map((root) => `SWATH_ARCHIVE_ROOTS must not hold the data folder, as ${root} does: name the folders of imagery`);

/** Where a path leads, also one that is yet to be made. */
function realOf(folder: string): string {
  const path = resolve(folder);
  if (existsSync(path)) return realpathSync(path);
  return dirname(path) === path ? path : join(realOf(dirname(path)), basename(path));
}

const replicaAlone: SettingsCheck = ({ SWATH_SEARCH_DATABASE_URL: replica, SWATH_DATABASE_URL: primary }) =>
  typeof replica === 'string' && primary === null ? ['SWATH_SEARCH_DATABASE_URL needs SWATH_DATABASE_URL'] : [];

const noAreaAllowed: SettingsCheck = ({ SWATH_AOI_MIN_SQKM: least, SWATH_AOI_MAX_SQKM: most }) =>
  least !== undefined && most !== undefined && most !== 0 && least > most
    ? ['SWATH_AOI_MIN_SQKM must not be above SWATH_AOI_MAX_SQKM: no area could be selected']
    : [];
