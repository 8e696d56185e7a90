/** A language code, such as `pt-BR`, as a JSON Schema pattern. */
export const LANGUAGE_PATTERN = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$';
