import type { SettingsCheck } from './config.ts';

/** What settings ask of each other. */
export const settingProblems: SettingsCheck = (values) => [
  ...administratorWithoutName(values),
  ...halfOfKey(values),
  ...halfOfTls(values),
  ...managedWithoutS3(values),
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

const managedWithoutS3: SettingsCheck = ({ SWATH_MANAGED_BUCKET: managed, ...s3 }) =>
  typeof managed === 'string' &&
  s3.SWATH_S3_ENDPOINT === null &&
  s3.SWATH_S3_REGION === null &&
  s3.SWATH_S3_ACCESS_KEY_ID === null
    ? ['SWATH_MANAGED_BUCKET needs SWATH_S3_ENDPOINT, SWATH_S3_REGION or SWATH_S3_ACCESS_KEY_ID']
    : [];

const replicaAlone: SettingsCheck = ({ SWATH_SEARCH_DATABASE_URL: replica, SWATH_DATABASE_URL: primary }) =>
  typeof replica === 'string' && primary === null ? ['SWATH_SEARCH_DATABASE_URL needs SWATH_DATABASE_URL'] : [];

const noAreaAllowed: SettingsCheck = ({ SWATH_AOI_MIN_SQKM: least, SWATH_AOI_MAX_SQKM: most }) =>
  least !== undefined && most !== undefined && most !== 0 && least > most
    ? ['SWATH_AOI_MIN_SQKM must not be above SWATH_AOI_MAX_SQKM: no area could be selected']
    : [];
