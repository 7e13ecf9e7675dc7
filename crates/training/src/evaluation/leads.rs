//! Leads: the weights of the relevance score are trained without the company that they rank.

use std::path::Path;

use anyhow::Result;
use lens::embedding::EmbeddingTable;

use super::{Figure, metrics};
use crate::relevance::{self, Lead};

/// The ranking of each company's posts by weights that were trained without the company.
pub(crate) fn quality(data: &Path) -> Result<Vec<Figure>> {
    let leads = relevance::read(data, EmbeddingTable::shipped())?;
    let orders = orders(&leads);
    let figure = |task: &str, metric: fn(&[u8]) -> f64, goal: f64, peer: &str| {
        let mean = |orders: &[Vec<u8>]| {
            let values = orders.iter().map(|order| metric(order)).sum::<f64>();
            values / f64::from(u32::try_from(orders.len().max(1)).expect("few companies"))
        };
        Figure {
            task: task.to_owned(),
            value: mean(&orders),
            interval: metrics::interval(&orders, mean),
            goal,
            peer: peer.to_owned(),
        }
    };
    Ok(vec![
        figure(
            "leads, nDCG@10",
            ndcg,
            0.75,
            "BM25 .45-.57, MiniLM + BM25 .64-.68",
        ),
        figure(
            "leads, P@5",
            precision,
            0.60,
            "BM25 .37-.46, MiniLM + BM25 .50-.57",
        ),
    ])
}

/// The grades of each company that has three leads or more, best score first.
fn orders(leads: &[Lead]) -> Vec<Vec<u8>> {
    let mut companies = leads
        .iter()
        .map(|lead| lead.company.as_str())
        .collect::<Vec<_>>();
    companies.dedup();
    companies.sort_unstable();
    companies.dedup();
    let counted = companies.into_iter().filter(|company| {
        leads
            .iter()
            .filter(|lead| lead.company == *company && lead.grade >= 2)
            .count()
            >= 3
    });
    counted.map(|company| order(leads, company)).collect()
}

fn order(leads: &[Lead], company: &str) -> Vec<u8> {
    let (own, others): (Vec<Lead>, Vec<Lead>) = leads
        .iter()
        .cloned()
        .partition(|lead| lead.company == company);
    let weights = relevance::weights(&others);
    let score = |lead: &Lead| {
        let points: f32 = lead
            .numbers
            .iter()
            .zip(weights)
            .map(|(x, weight)| x * weight)
            .sum();
        if lead.is_noise {
            points.max(0.0) * 0.25
        } else {
            points
        }
    };
    let mut scored = own
        .iter()
        .map(|lead| (score(lead), lead.grade))
        .collect::<Vec<_>>();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0));
    scored.into_iter().map(|(_, grade)| grade).collect()
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
