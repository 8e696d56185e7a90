import type { SealedColumn } from '../../platform/reseal.js';
import { TOTP_SECRETS } from '../accounts/index.js';
import { ACCOUNT_KEYS } from '../credentials/index.js';
import { SIGNING_KEYS } from '../signing-keys/index.js';
import { FORMER_WEBHOOK_SECRETS, WEBHOOK_SECRETS } from '../webhooks/index.js';

/** Every column that holds sealed values. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  TOTP_SECRETS,
  SIGNING_KEYS,
  ACCOUNT_KEYS,
  WEBHOOK_SECRETS,
  FORMER_WEBHOOK_SECRETS,
];
