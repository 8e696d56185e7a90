import { useSearchParams } from 'react-router';

/** The filters of a list, which its address keeps. */
interface Filters {
  /** The value of a filter; empty if the address does not have it. */
  readonly get: (name: string) => string;
  /** Sets a filter as its user types or chooses. It replaces the entry of the browser's history. */
  readonly set: (name: string, value: string) => void;
  /** Sets a filter that its user submits. The back button returns to the previous value. */
  readonly submit: (name: string, value: string) => void;
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
    get: (name) => params.get(name) ?? '',
    set: (name, value) => change(name, value, true),
    submit: (name, value) => change(name, value, false),
  };
}

/** The value of a filter in an absolute URL; null if it is missing or none of `values`. */
export function knownFilter<Value extends string>(
  address: string,
  name: string,
  values: readonly Value[],
): Value | null {
  const given = new URL(address).searchParams.get(name);
  return values.find((value) => value === given) ?? null;
}
