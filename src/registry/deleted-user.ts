/** The name that replaces the name of a deleted user, next to the mods that stay. */
export const DELETED_NAME = 'Deleted user';
