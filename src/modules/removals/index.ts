export { notBeingRemoved, StillBeingRemoved } from './not-being-removed.js';
export { removeObject } from './remove-object.js';
