import type { Command } from '../command.js';
import {
  oauthClientCreate,
  tokenCreate,
  userBlock,
  userCreate,
  userList,
  userPassword,
  userRole,
  userTotp,
  userUnblock,
} from './accounts.js';
import {
  categoryCreate,
  demoLoad,
  demoSeed,
  gameContent,
  gameCreate,
  gameUpdate,
  searchReindex,
} from './catalog.js';
import { downloadsRecount, entitlementGrant, entitlementRevoke } from './downloads.js';
import { keysRotate, signingKeyRotate } from './keys.js';
import { uploadApprove, uploadList, uploadReject } from './uploads.js';

/** Every command by its two words, in list order. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['user create', userCreate],
  ['user list', userList],
  ['user password', userPassword],
  ['user totp', userTotp],
  ['user block', userBlock],
  ['user unblock', userUnblock],
  ['user role', userRole],
  ['token create', tokenCreate],
  ['oauth-client create', oauthClientCreate],
  ['signing-key rotate', signingKeyRotate],
  ['keys rotate', keysRotate],
  ['game create', gameCreate],
  ['game update', gameUpdate],
  ['game content', gameContent],
  ['category create', categoryCreate],
  ['entitlement grant', entitlementGrant],
  ['entitlement revoke', entitlementRevoke],
  ['upload list', uploadList],
  ['upload approve', uploadApprove],
  ['upload reject', uploadReject],
  ['search reindex', searchReindex],
  ['downloads recount', downloadsRecount],
  ['demo seed', demoSeed],
  ['demo load', demoLoad],
]);
