export {
  type ModAccess,
  readModAccess,
  readVisibleMod,
  requireModPermission,
  seesDrafts,
} from './mod-access.js';
