export {
  type ModAccess,
  readModAccess,
  requireModPermission,
  seesDrafts,
} from './mod-access.js';
