import { createContext, use } from 'react';

/** A context together with its hook, which fails outside of the provider. */
export function requiredContext<Value>(provider: string) {
  const Context = createContext<Value | undefined>(undefined);
  const useRequired = (): Value => {
    const value = use(Context);
    if (value === undefined) throw new Error(`this part belongs inside a ${provider}`);
    return value;
  };
  return [Context, useRequired] as const;
}
