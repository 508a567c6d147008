import type { DescribedProvider } from '#lib/workflows/providers.ts';

export type ProviderInfos = ReadonlyMap<string, DescribedProvider>;

export const byId = (list: readonly DescribedProvider[]): ProviderInfos =>
  new Map(list.map((provider) => [provider.id, provider]));
