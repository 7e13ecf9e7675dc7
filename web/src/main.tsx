import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { pageAt, titles } from './app/paths';
import { readSettings } from './lib/settings';
import './ui/tokens.css';
import './ui/base.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');

const settings = readSettings();
document.title = titles[pageAt(window.location.pathname, settings)];

createRoot(root).render(
  <StrictMode>
    <App settings={settings} pathname={window.location.pathname} />
  </StrictMode>,
);
