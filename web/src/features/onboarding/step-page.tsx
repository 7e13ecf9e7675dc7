import type { ReactNode } from 'react';

/** One step of onboarding: what is asked, why, and the things to do. */
export function StepPage({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-150 px-5 pt-7 pb-5 md:px-0 md:pt-14 md:pb-10">
      {/* The focus comes here after a change of steps. */}
      <h1 tabIndex={-1} className="text-title outline-none md:text-center">
        {title}
      </h1>
      <p className="mt-2 text-base text-foreground-soft md:text-center">{about}</p>
      <div className="mt-7 md:mt-8">{children}</div>
    </main>
  );
}
