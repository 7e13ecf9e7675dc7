//! Leads: each company's posts ranked and drawn a line under by models that never saw the company.

use std::path::Path;

use anyhow::Result;

use super::{Figure, metrics};
use crate::relevance::{self, LEADS_SHOWN, Lead};

pub(crate) fn quality(data: &Path) -> Result<Vec<Figure>> {
    let leads = relevance::read(data)?;
    let scores = relevance::crossed(&leads, relevance::read_row);
    let unread = relevance::crossed(&leads, relevance::unread_row);
    let cosines = leads.iter().map(|lead| lead.cosine).collect::<Vec<_>>();
    let peers = |metric: fn(&[u8]) -> f64| {
        let of = |scores: &[f32]| mean(&orders(&leads, scores), metric);
        format!(
            "words alone {:.3}, reader alone {:.3}",
            of(&unread),
            of(&cosines)
        )
    };
    let ranked = |task: &str, metric: fn(&[u8]) -> f64| {
        let orders = orders(&leads, &scores);
        Figure {
            task: task.to_owned(),
            value: mean(&orders, metric),
            interval: metrics::interval(&orders, |some| mean(some, metric)),
            goal: 0.85,
            peer: peers(metric),
        }
    };
    let mut figures = vec![
        ranked("leads, nDCG@10", ndcg),
        ranked("leads, P@5", precision),
    ];
    figures.extend(shown(&leads, &scores, &unread));
    figures.extend(calibration(&leads, &scores));
    Ok(figures)
}

/// What a customer sees above the line that shows four leads of five.
fn shown(leads: &[Lead], scores: &[f32], unread: &[f32]) -> [Figure; 2] {
    let share = |scores: &[f32], grades: std::ops::RangeInclusive<u8>| {
        let line = relevance::line(leads, scores, LEADS_SHOWN);
        let above = leads
            .iter()
            .zip(scores)
            .filter(|(_, score)| **score >= line);
        let above = above
            .map(|(lead, _)| grades.contains(&lead.grade))
            .collect::<Vec<_>>();
        part(&above)
    };
    let figure = |task: &str, grades: std::ops::RangeInclusive<u8>, goal: f64| Figure {
        task: task.to_owned(),
        value: share(scores, grades.clone()),
        interval: None,
        goal,
        peer: format!("words alone {:.3}", share(unread, grades)),
    };
    [
        figure("leads among what is shown, at 80% of leads", 2..=3, 0.70),
        figure("of the field at least, among what is shown", 1..=3, 0.90),
    ]
}

/// How many posts of each ten points are leads: the score should say it.
fn calibration(leads: &[Lead], scores: &[f32]) -> Vec<Figure> {
    let band = |low: u8| {
        let from = f32::from(low) / 10.0;
        let within = |score: f32| (from..from + 0.1).contains(&score);
        let rows = leads
            .iter()
            .zip(scores)
            .filter(|(_, score)| within(**score));
        let rows = rows.map(|(lead, _)| lead.is_lead()).collect::<Vec<_>>();
        Figure {
            task: format!("leads among posts with a score of {low}0 to {low}9"),
            value: part(&rows),
            interval: metrics::interval(&rows, part),
            goal: f64::from(low) / 10.0,
            peer: format!("{} posts", rows.len()),
        }
    };
    (0..10).map(band).collect()
}

pub(super) fn part(rows: &[bool]) -> f64 {
    let count = |rows: usize| f64::from(u32::try_from(rows).expect("few rows"));
    count(rows.iter().filter(|row| **row).count()) / count(rows.len().max(1))
}

fn mean(orders: &[Vec<u8>], metric: fn(&[u8]) -> f64) -> f64 {
    let values = orders.iter().map(|order| metric(order)).sum::<f64>();
    values / f64::from(u32::try_from(orders.len().max(1)).expect("few companies"))
}

/// The grades of each company that has three leads or more, best score first.
fn orders(leads: &[Lead], scores: &[f32]) -> Vec<Vec<u8>> {
    let mut companies = leads
        .iter()
        .map(|lead| lead.company.as_str())
        .collect::<Vec<_>>();
    companies.sort_unstable();
    companies.dedup();
    let order = |company: &str| {
        let own = leads
            .iter()
            .zip(scores)
            .filter(|(lead, _)| lead.company == company);
        let mut own = own
            .map(|(lead, score)| (*score, lead.grade))
            .collect::<Vec<_>>();
        own.sort_by(|one, other| other.0.total_cmp(&one.0));
        own.into_iter().map(|(_, grade)| grade).collect::<Vec<_>>()
    };
    let has_leads = |order: &Vec<u8>| order.iter().filter(|grade| **grade >= 2).count() >= 3;
    companies.into_iter().map(order).filter(has_leads).collect()
}

fn ndcg(order: &[u8]) -> f64 {
    let mut best = order.to_vec();
    best.sort_unstable_by(|one, other| other.cmp(one));
    gain(order) / gain(&best)
}

fn gain(order: &[u8]) -> f64 {
    let worth = |(at, grade): (usize, &u8)| {
        let place = f64::from(u32::try_from(at).expect("ten places"));
        (2_f64.powi((*grade).into()) - 1.0) / (place + 2.0).log2()
    };
    order.iter().take(10).enumerate().map(worth).sum()
}

fn precision(order: &[u8]) -> f64 {
    order
        .iter()
        .take(5)
        .map(|grade| f64::from(u8::from(*grade >= 2)))
        .sum::<f64>()
        / 5.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_order_has_a_gain_of_one_and_a_late_lead_costs() {
        assert!((ndcg(&[3, 2, 0, 0]) - 1.0).abs() < 1e-9);
        // 3/log2(2) + 0 + 7/log2(4) against 7/log2(2) + 3/log2(3).
        assert!((ndcg(&[2, 0, 3, 0]) - 6.5 / (7.0 + 3.0 / 3_f64.log2())).abs() < 1e-9);
        assert!((precision(&[3, 0, 2, 1, 0, 3]) - 0.4).abs() < 1e-9);
    }
}
