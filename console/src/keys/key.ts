/** A key as the gateway lists it, and as it is told once, when it is made. */
export type ListedKey = {
  readonly id: string;
  readonly owner: string;
  readonly team: string;
  readonly scopes: readonly string[];
  readonly rate: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_seen_at: string | null;
};

export type IssuedKey = ListedKey & { readonly key: string };
