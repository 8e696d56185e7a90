import { useSearchParams } from 'react-router';

/** The filters of a list, which its address keeps. */
interface Filters {
  readonly of: (name: string) => string;
  /** Sets a filter in place, as its user types or chooses. */
  readonly set: (name: string, value: string) => void;
  /** Sets a filter that its user sends. The back button returns to the one before. */
  readonly send: (name: string, value: string) => void;
}

/** Reads and sets the filters in the address. An empty value removes a filter. */
export function useFilters(): Filters {
  const [params, setParams] = useSearchParams();
  const change = (name: string, value: string, replace: boolean) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace },
    );
  return {
    of: (name) => params.get(name) ?? '',
    set: (name, value) => change(name, value, true),
    send: (name, value) => change(name, value, false),
  };
}

/** The value of a filter in an address, if it is one of those that the list knows. */
export function knownFilter<Value extends string>(
  address: string,
  name: string,
  values: readonly Value[],
): Value | null {
  const given = new URL(address).searchParams.get(name);
  return values.find((value) => value === given) ?? null;
}
