import { useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The input of a search form until its user applies it to the address. Another address, for example
 * that of the back button, replaces the input by what `valueIn` finds in it.
 */
export function useDraft<Value>(
  valueIn: (params: URLSearchParams) => Value,
): readonly [value: Value, setValue: (value: Value) => void] {
  const [params] = useSearchParams();
  const address = params.toString();
  const [draft, setDraft] = useState(() => ({ address, value: valueIn(params) }));
  // A draft kept by its address would appear again when the user comes back to that address.
  if (draft.address !== address) setDraft({ address, value: valueIn(params) });
  return [draft.value, (value) => setDraft({ address, value })];
}
