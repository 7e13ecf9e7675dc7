use crate::checkout::{Checkout, accepts, rejects};

const APP: &str = "web/src/app/app.tsx";
const MENTIONS: &str = "web/src/features/mentions/list.tsx";
const UI: &str = "web/src/ui/button.tsx";
const API: &str = "web/src/api/client.ts";
const LIB: &str = "web/src/lib/dates.ts";

#[test]
fn imports_follow_the_arrows() {
    accepts(APP, "import { List } from '@/features/mentions/list';");
    accepts(APP, "import '../ui/button';");
    accepts(MENTIONS, "import { Button } from '@/ui/button';");
    accepts(MENTIONS, "export { api } from '../../api/client';");
    accepts(MENTIONS, "import { Row } from './row';");
    accepts(
        MENTIONS,
        "import { useQuery } from '@tanstack/react-query';",
    );
    accepts(UI, "import { day } from '../lib/dates';");
    accepts(UI, "import { Slot } from 'radix-ui';");
    accepts(API, "import { day } from '@/lib/dates';");
}

#[test]
fn features_never_import_each_other() {
    let words = "the feature mentions may not import the feature billing";
    let check = |code, line| rejects(MENTIONS, code, line, words);
    check("import { plans } from '../billing/api';", 1);
    check("import {\n  plans,\n} from \"@/features/billing/api\";", 3);
    check("const later = () => import('../billing/api');", 1);
    check("const later = () => import(`../billing/api`);", 1);
    check("export * from '@/features/billing/api';", 1);
    check("import '../billing/api';", 1);
    check("import type { Plan } from '../billing/api';", 1);
}

#[test]
fn ui_imports_no_router_query_feature_or_api() {
    let check = |code, words| rejects(UI, code, 1, words);
    let stranger = "ui must not know this package";
    check(
        "import { useQuery } from '@tanstack/react-query';",
        stranger,
    );
    check("import { Link } from 'react-router';", stranger);
    check("import { Link } from 'react-router/dom';", stranger);
    check(
        "import '@/features/mentions/list';",
        "ui may not import features",
    );
    check(
        "import { api } from '../api/client';",
        "ui may not import api",
    );
    check("import { App } from '../app/app';", "ui may not import app");
}

#[test]
fn lib_api_and_features_import_nothing_from_higher_layers() {
    rejects(LIB, "import '../api/client';", 1, "lib may not import api");
    rejects(API, "import '@/ui/button';", 1, "api may not import ui");
    rejects(
        MENTIONS,
        "import '@/app/app';",
        1,
        "features may not import app",
    );
}

#[test]
fn only_tests_import_from_testing() {
    let words = "only tests import from testing";
    rejects(MENTIONS, "import '@/testing/people';", 1, words);
    rejects("web/src/main.tsx", "import './testing/people';", 1, words);
    accepts("web/src/lib/dates.test.ts", "import '@/testing/people';");
    accepts(
        "web/src/testing/setup.ts",
        "import './people';\nimport '../app/app';",
    );
}

#[test]
fn comments_and_literals_are_not_imports() {
    accepts(MENTIONS, "// import '../billing/api';\nexport {};");
    accepts(MENTIONS, "/* import '../billing/api'; */ export {};");
    accepts(MENTIONS, "const example = `import '../billing/api'`;");
    accepts(MENTIONS, "const example = \"import '../billing/api'\";");
    let words = "the feature mentions may not import the feature billing";
    let check = |code, line| rejects(MENTIONS, code, line, words);
    check("const quote = /[`'\"]/; import('../billing/api');", 1);
    check(
        "const text = `${one(`${two}`)}`; import('../billing/api');",
        1,
    );
    check("`${quote('`')}`; import('../billing/api'); `x`;", 1);
    check("const text = `\\``; import('../billing/api');", 1);
    check(
        "const text = <p>A <br /> B</p>; import('../billing/api');",
        1,
    );
    check("const text = <p>Don't</p>;\nimport('../billing/api');", 2);
}

#[test]
fn every_folder_has_a_line_and_every_feature_in_it_a_folder() {
    let scanner = "web/src/features/scanner/card.tsx";
    rejects(
        scanner,
        "export {};",
        1,
        "web/src/features/scanner/ has no line",
    );
    rejects(
        "web/src/hooks/use.ts",
        "export {};",
        1,
        "web/src/hooks/ has no line",
    );
    Checkout::in_order().without(MENTIONS).has_problem(
        "crates/xtask/arrows.toml:22",
        "web/src/features/mentions does not exist",
    );
}
