export { createMod } from './create-mod.js';
export { createModSchema, updateModSchema } from './mod.schema.js';
export { ModsResolver } from './mods.resolver.js';
export { updateMod } from './update-mod.js';
