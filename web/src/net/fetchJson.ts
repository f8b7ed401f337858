/** What the house answers there; nothing if it refuses, or cannot be reached. */
export async function fetchJson<T>(address: string): Promise<T | undefined> {
  const answer = await fetch(address).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as T) : undefined;
}
