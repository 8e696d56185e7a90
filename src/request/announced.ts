/**
 * The data of a change that the database announces for live updates. A newer release may have
 * written it.
 */
type Announced = Readonly<Record<string, unknown>>;

/** Returns the member `name` of a change; null if it is absent or no text. */
export function announcedText(data: Announced, name: string): string | null {
  const value = data[name];
  return typeof value === 'string' ? value : null;
}

/** Returns the member `name` of a change; null if it is absent or no number. */
export function announcedNumber(data: Announced, name: string): number | null {
  const value = data[name];
  return typeof value === 'number' ? value : null;
}

/** Returns the member `name` of a change; null if it is absent or no value of `states`. */
export function announcedState<State extends string>(
  data: Announced,
  name: string,
  states: Readonly<Record<string, State>>,
): State | null {
  const value = announcedText(data, name);
  return Object.values(states).find((state) => state === value) ?? null;
}
