/** What a key may do. */

export const scopes = ['govern', 'proxy', 'audit:read', 'audit:reveal', 'admin'] as const;
export type Scope = (typeof scopes)[number];
