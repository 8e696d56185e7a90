import { useCallback, useEffect, useState } from 'react';
import { pageUserId } from '../api/page-user';
import { changedFields, type Values } from './merge';

/** The stored state of an object that the input of a form changes. */
export interface Base {
  readonly values: Values;
  /** The ETag of the object. A save with an old one fails (`precondition_failed`). */
  readonly etag: string;
}

/** A form whose unsaved input survives a reload, a lost session and a closed browser. */
export interface KeptForm {
  readonly base: Base;
  readonly values: Values;
  /** The fields with unsaved input. */
  readonly changed: readonly string[];
  /** Whether the input comes from an earlier visit. */
  readonly isRestored: boolean;
  /** Sets the input of a field, and keeps it in the browser. */
  set(field: string, value: string): void;
  /** Replaces the base and the input, after a save or a merge. A function gets the present input. */
  rebase(base: Base, values: Values | ((typed: Values) => Values)): void;
  /**
   * Replaces the base and the input by `current`, the state that the view read last. Removes the
   * kept input from the browser.
   */
  discard(): void;
}

interface Kept {
  readonly base: Base;
  readonly values: Values;
}

/**
 * Keeps the input of a form in this browser under a name until it is saved or discarded. Another
 * user of the browser does not get it. Kept input comes back with its own base, whose ETag may be
 * old by then. Without kept input, the form begins with `current`. Later values of `current` only
 * serve `discard`. The name must not change while the component lives.
 */
export function useKeptForm(name: string, current: Base): KeptForm {
  const place = `modport-dashboard:${pageUserId()}:${name}`;
  const [kept] = useState(() => readKept(place));
  const [base, setBase] = useState(kept?.base ?? current);
  const [values, setValues] = useState(kept?.values ?? current.values);
  const [isRestored, setRestored] = useState(kept !== null);
  const changed = changedFields(base.values, values);
  const isChanged = changed.length > 0;
  useEffect(() => {
    if (!isChanged) {
      forget(place);
      return undefined;
    }
    const keep = () => store(place, { base, values });
    keep();
    // Leaving the page stores the input again, because a save of the form in another tab removes
    // it.
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [place, base, values, isChanged]);
  const rebase = useCallback<KeptForm['rebase']>((nextBase, next) => {
    setBase(nextBase);
    setValues(next);
    setRestored(false);
  }, []);
  return {
    base,
    values,
    changed,
    isRestored: isRestored && isChanged,
    set: useCallback((field, value) => setValues((old) => ({ ...old, [field]: value })), []),
    rebase,
    discard: useCallback(() => {
      // A view that was left during a save no longer removes its input itself.
      forget(place);
      rebase(current, current.values);
    }, [place, rebase, current]),
  };
}

function readKept(place: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isKept(kept: unknown): kept is Kept {
  if (typeof kept !== 'object' || kept === null || !('base' in kept) || !('values' in kept)) {
    return false;
  }
  const { base, values } = kept;
  const isBase = typeof base === 'object' && base !== null && 'etag' in base && 'values' in base;
  return isBase && isValues(base.values) && isValues(values) && typeof base.etag === 'string';
}

function isValues(values: unknown): values is Values {
  return (
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((value) => typeof value === 'string')
  );
}

// A full or forbidden store must not stop the editing.
function store(place: string, kept: Kept): void {
  try {
    localStorage.setItem(place, JSON.stringify(kept));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

function forget(place: string): void {
  try {
    localStorage.removeItem(place);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
