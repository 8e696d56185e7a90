import type { Command } from '../command.js';
import { oauthClientCreate } from './apps.js';
import { categoryCreate, gameCreate, gameUpdate, searchReindex } from './catalog.js';
import { demoLoad, demoSeed } from './demo.js';
import { downloadsRecount } from './downloads.js';
import { entitlementGrant, entitlementRevoke } from './entitlements.js';
import { gameContent } from './game-content.js';
import { keysRotate } from './keys.js';
import { signingKeyRotate } from './signing-keys.js';
import { tokenCreate } from './tokens.js';
import { uploadApprove, uploadList, uploadReject } from './uploads.js';
import {
  userBlock,
  userCreate,
  userList,
  userPassword,
  userRole,
  userTotp,
  userUnblock,
} from './users.js';

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
