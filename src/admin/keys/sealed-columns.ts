import { ACCOUNT_KEYS, SIGNING_KEYS, TOTP_SECRETS } from '../../modules/identity/index.js';
import { FORMER_WEBHOOK_SECRETS, WEBHOOK_SECRETS } from '../../modules/integrations/index.js';
import type { SealedColumn } from '../../platform/reseal.js';

/** Every column that holds sealed values. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  TOTP_SECRETS,
  SIGNING_KEYS,
  ACCOUNT_KEYS,
  WEBHOOK_SECRETS,
  FORMER_WEBHOOK_SECRETS,
];
