import type { providersResponse } from '#lib/workflows/workflow-response.ts';

/** What the editor knows of a provider: what the API tells of it. */
export type ProviderInfo = ReturnType<typeof providersResponse>['list'][number];
export type ProviderInfos = ReadonlyMap<string, ProviderInfo>;

export const byId = (list: readonly ProviderInfo[]): ProviderInfos =>
  new Map(list.map((provider) => [provider.id, provider]));
