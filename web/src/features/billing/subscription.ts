/** Every status a subscription can have (spec §4); `none` means that there is no row. */
export type SubscriptionStatus = 'active' | 'trialing' | 'pending' | 'pending_activation' | 'payment_failed' | 'cancelled' | 'none' | 'inactive';
