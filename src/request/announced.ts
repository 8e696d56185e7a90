/**
 * The data of a change that the database announces for live updates. A newer release may have
 * written it.
 */
type Announced = Readonly<Record<string, unknown>>;

/** Returns a text of a change; null if it has none. */
export function announcedText(data: Announced, name: string): string | null {
  const value = data[name];
  return typeof value === 'string' ? value : null;
}

/** Returns a number of a change; null if it has none. */
export function announcedNumber(data: Announced, name: string): number | null {
  const value = data[name];
  return typeof value === 'number' ? value : null;
}

/** Returns a state of a change; null if the values of `states` do not include it. */
export function announcedState<State extends string>(
  data: Announced,
  name: string,
  states: Readonly<Record<string, State>>,
): State | null {
  const value = announcedText(data, name);
  return Object.values(states).find((state) => state === value) ?? null;
}
